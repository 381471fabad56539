"""A small Acclaim skeleton and motion, as text to be bent by tests."""

from pathlib import Path

ASF = """\
# made for tests
:version 1.10
:name tiny
:units
  mass 1.0
  length 0.45
  angle deg
:documentation
   two legs # and a hash
   and a back
:root
   order TX TY TZ RX RY RZ
   axis XYZ
   position 0 0 0
   orientation 0 0 0
:bonedata
  begin
     id 1
     name thigh
     direction 0.0 -1.0 0.0
     length 8.0
     axis 0 0 20 XYZ
     dof rx ry rz
     limits (-160.0 20.0)
            (-70.0 70.0)
            (-60.0 70.0)
  end
  begin
     id 2
     name shin
     direction 0.0 -1.0 0.0
     length 7.5
     axis 0 30 20 XYZ
     dof rx
     limits (-10.0 170.0)
  end
  begin
     id 3
     name back
     direction 0.0 1.0 0.0
     length 12
     axis 10 0 0 XYZ
     bodymass 3.5
     dof rx rz
  end
:hierarchy
  begin
    root thigh back
    thigh shin
  end
"""

AMC = """\
#!OML:ASF C:\\somewhere\\tiny.ASF
:FULLY-SPECIFIED
:DEGREES
1
root 1 16 2 10 20 30
thigh 5 6 7
shin 25.5
back -1.25 2
2
root 1.5 16 2 11 21 31
thigh 5.5 6.5 7.5
shin 26
back -1 1.6201e-14
3
root 2 16 2 12 22 32
thigh 6 7 8
shin 26.5
back 0 0
"""


def put(folder: Path, asf: str = ASF, amc: str | None = AMC, stem: str = "tiny") -> Path:
    """Write both files; the path of the motion, or of the skeleton where there is none."""
    (folder / f"{stem}.asf").write_bytes(asf.encode())
    if amc is None:
        return folder / f"{stem}.asf"
    (folder / f"{stem}.amc").write_bytes(amc.encode())
    return folder / f"{stem}.amc"
