"""What tests take where they do not say which form of an answer they ask for."""

from dataclasses import fields

from interpret.settings import Settings


def rules_alone() -> None:
    """From now on the default form is the rule alone, in this process.

    A card takes seconds, and most tests are of rules: what is about cards asks for its form.
    """
    names = [own.name for own in fields(Settings)]
    defaults = list(Settings.__init__.__defaults__ or ())
    defaults[names.index("form")] = "rule"
    Settings.__init__.__defaults__ = tuple(defaults)
    Settings.__dataclass_fields__["form"].default = "rule"
    Settings.form = "rule"
