"""The names of tablets, where what is stored names one."""

from django import template

from referee.models.tablet_names import shown_name

register = template.Library()
register.filter("tablet_name", shown_name)
