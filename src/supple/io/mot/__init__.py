"""MOT and STO: OpenSim's tables of motion, forces and other signals."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="mot",
    title="OpenSim table (MOT, STO)",
    suffixes=(".mot", ".sto"),
    single=True,
    read=later("supple.io.mot.reader", "read"),
)
