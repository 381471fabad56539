"""CSV tables of markers: flat columns, Motive's export, Nexus' export."""

from supple.io.formats import Format, later

FORMAT = Format(
    name="csv", title="CSV marker table", suffixes=(".csv",), single=True, read=later("supple.io.csv.reader", "read")
)
