"""What an edit says of joints, as the body's own code takes it."""

from __future__ import annotations

from supple.constraints.model import JointSetting
from supple.core.body.limit_sources import LimitSetting


def limit_setting(setting: JointSetting) -> LimitSetting:
    """The limits that are stated of one joint."""
    return LimitSetting(
        swing_deg=setting.swing_deg,
        swing_polygon_deg=setting.swing_polygon_deg,
        twist_deg=setting.twist_deg,
        range_deg=setting.range_deg,
    )
