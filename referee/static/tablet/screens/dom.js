/**
 * Describes the screen as a tree and patches the page to it: screens are functions from state to tree.
 *
 * @typedef {VElement | string | number | false | null | undefined} VNode
 * @typedef {VNode | Child[]} Child
 * @typedef {Record<string, unknown>} Props
 * @typedef {{tag: string, props: Props, children: (VElement | string)[], key: string | null}} VElement
 */

const SVG = "http://www.w3.org/2000/svg";

/** What each node was made equal to last. @type {WeakMap<Node, VElement>} */
const drawn = new WeakMap();

/**
 * One element of the tree. Props beginning with `on` are listeners; `key` keeps an element's identity
 * in a list; `hook` is called with the element once it stands in the page.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {VElement}
 */
export function h(tag, props = {}, ...children) {
  const { key = null, ...rest } = props;
  return { tag, props: rest, children: flatten(children), key: key === null ? null : String(key) };
}

/**
 * What never changes is described once: the page is not compared with the very same description.
 *
 * @template Key, Description
 * @param {(key: Key) => Description} describe
 * @returns {(key: Key) => Description}
 */
export function describedOnce(describe) {
  /** @type {Map<Key, Description>} */
  const known = new Map();
  return (key) => {
    const description = known.get(key) ?? describe(key);
    known.set(key, description);
    return description;
  };
}

/**
 * @param {Child} children
 * @param {(VElement | string)[]} [flat] what they follow
 * @returns {(VElement | string)[]}
 */
function flatten(children, flat = []) {
  if (Array.isArray(children)) for (const child of children) flatten(child, flat);
  else if (typeof children === "number") flat.push(String(children));
  else if (children !== null && children !== undefined && children !== false) flat.push(children);
  return flat;
}

/**
 * Makes the children of `parent` equal to `tree`, touching only what differs.
 *
 * @param {Element} parent
 * @param {Child} tree
 */
export function render(parent, tree) {
  /** @type {(() => void)[]} */
  const hooks = [];
  patchChildren(parent, flatten(tree), hooks);
  for (const hook of hooks) hook();
}

/**
 * @param {Element} parent
 * @param {(VElement | string)[]} tree
 * @param {(() => void)[]} hooks
 */
function patchChildren(parent, tree, hooks) {
  /** @type {Map<string, ChildNode> | null} made once something is not where it was */
  let keyed = null;
  /** @type {ChildNode | null} */
  let cursor = parent.firstChild;
  for (const vnode of tree) {
    let node = cursor && isSame(cursor, vnode) ? cursor : null;
    if (node === null && typeof vnode !== "string" && vnode.key !== null) {
      keyed ??= keyedChildren(parent);
      const elsewhere = keyed.get(vnode.key);
      if (elsewhere && isSame(elsewhere, vnode)) node = elsewhere;
      // What stays is not moved over what goes: the browser would lay it out and paint it anew.
      if (node) cursor = withoutGone(cursor, node, tree);
    }
    if (node === null) {
      parent.insertBefore(create(vnode, parent, hooks), cursor);
      continue;
    }
    if (node === cursor) cursor = cursor.nextSibling;
    else parent.insertBefore(node, cursor);
    update(node, vnode, hooks);
  }
  while (cursor) {
    const next = cursor.nextSibling;
    cursor.remove();
    cursor = next;
  }
}

/**
 * Removes what stands before this node and is described no more.
 *
 * @param {ChildNode | null} cursor
 * @param {ChildNode} node
 * @param {(VElement | string)[]} tree
 * @returns {ChildNode | null} what the cursor is at then
 */
function withoutGone(cursor, node, tree) {
  const stays = new Set(tree.map((each) => (typeof each === "string" ? null : each.key)));
  let at = cursor;
  while (at && at !== node) {
    const key = drawn.get(at)?.key ?? null;
    if (key === null || stays.has(key)) return at;
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
  return at;
}

/**
 * @param {Element} parent
 * @returns {Map<string, ChildNode>}
 */
function keyedChildren(parent) {
  const keyed = new Map();
  for (const child of parent.childNodes) {
    const key = drawn.get(child)?.key;
    if (key) keyed.set(key, child);
  }
  return keyed;
}

/**
 * Whether the node can become what is described without another taking its place.
 *
 * @param {ChildNode} node
 * @param {VElement | string} vnode
 */
function isSame(node, vnode) {
  if (typeof vnode === "string") return node instanceof Text;
  const known = drawn.get(node);
  return known !== undefined && known.tag === vnode.tag && known.key === vnode.key;
}

/**
 * @param {VElement | string} vnode
 * @param {Element} parent
 * @param {(() => void)[]} hooks
 * @returns {ChildNode}
 */
function create(vnode, parent, hooks) {
  if (typeof vnode === "string") return document.createTextNode(vnode);
  const inSvg = vnode.tag === "svg" || parent.namespaceURI === SVG;
  const element = inSvg
    ? document.createElementNS(SVG, vnode.tag)
    : document.createElement(vnode.tag);
  drawn.set(element, { tag: vnode.tag, props: {}, key: vnode.key, children: [] });
  update(element, vnode, hooks);
  const { hook } = vnode.props;
  if (typeof hook === "function") hooks.push(() => hook(element));
  return element;
}

/**
 * @param {ChildNode} node
 * @param {VElement | string} vnode
 * @param {(() => void)[]} hooks
 */
function update(node, vnode, hooks) {
  if (typeof vnode === "string") {
    if (node.nodeValue !== vnode) node.nodeValue = vnode;
    return;
  }
  const element = /** @type {Element} */ (node);
  const known = drawn.get(node);
  // The very same description as last time: a screen keeps those of which nothing has changed.
  if (known === vnode) return;
  const before = known ? known.props : {};
  for (const name in before) {
    if (!(name in vnode.props)) setProp(element, name, null);
  }
  for (const name in vnode.props) {
    const value = vnode.props[name];
    if (before[name] !== value || name === "value") setProp(element, name, value);
  }
  drawn.set(node, vnode);
  patchChildren(element, vnode.children, hooks);
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value
 */
function setProp(element, name, value) {
  if (name === "hook") return;
  if (name.startsWith("on") || name === "value" || name === "checked") {
    const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
    if (target[name] !== value) target[name] = value ?? (name.startsWith("on") ? null : "");
    return;
  }
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}
