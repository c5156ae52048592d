"""Makes the files of this folder: pip install odfpy ebooklib; python make.py ."""

import sys

from ebooklib import epub
from odf import draw, office, presentation, style, table
from odf.dc import Creator
from odf.opendocument import (
    OpenDocumentPresentation,
    OpenDocumentSpreadsheet,
    OpenDocumentText,
)
from odf.text import H, List, ListItem, Note, NoteBody, NoteCitation, P

d = OpenDocumentText()
hs = style.Style(name="Heading 1", family="paragraph")
d.styles.addElement(hs)
d.text.addElement(H(outlinelevel=1, text="Harbour rules"))
p = P(text="Boats pay 210 crowns")
n = Note(id="n1", noteclass="footnote")
n.addElement(NoteCitation(text="1"))
b = NoteBody()
b.addElement(P(text="Since March."))
n.addElement(b)
p.addElement(n)
d.text.addElement(p)
a = office.Annotation()
a.addElement(Creator(text="Ann"))
a.addElement(P(text="Too cheap?"))
p2 = P(text="A second paragraph.")
p2.addElement(a)
d.text.addElement(p2)
d.text.addElement(H(outlinelevel=2, text="Berths"))
l = List()
for t in ("Eastpier", "Westpier"):
    li = ListItem()
    li.addElement(P(text=t))
    l.addElement(li)
d.text.addElement(l)


def cell(t, **k):
    c = table.TableCell(**k)
    if t:
        c.addElement(P(text=t))
    return c


def tab(name):
    t = table.Table(name=name)
    r = table.TableRow()
    r.addElement(cell("Region", numberrowsspanned=2))
    r.addElement(cell("Sales", numbercolumnsspanned=2))
    r.addElement(table.CoveredTableCell())
    t.addElement(r)
    r = table.TableRow()
    r.addElement(table.CoveredTableCell())
    r.addElement(cell("Spring"))
    r.addElement(cell("Autumn"))
    t.addElement(r)
    r = table.TableRow()
    r.addElement(cell("North", numberrowsspanned=2))
    r.addElement(cell("10"))
    r.addElement(cell("20"))
    t.addElement(r)
    r = table.TableRow()
    r.addElement(table.CoveredTableCell())
    r.addElement(cell("11"))
    r.addElement(cell("21"))
    t.addElement(r)
    return t


d.text.addElement(tab("T"))
d.save(sys.argv[1] + "/harbour.odt")
s = OpenDocumentSpreadsheet()
hid = style.Style(name="hid", family="table")
hid.addElement(style.TableProperties(display="false"))
s.automaticstyles.addElement(hid)
s.spreadsheet.addElement(tab("Sales"))
t = table.Table(name="Wages", stylename="hid")
r = table.TableRow()
r.addElement(cell("Name", valuetype="string"))
r.addElement(cell("Day", valuetype="string"))
r.addElement(cell("Pay", valuetype="string"))
t.addElement(r)
c = cell("1,250.50 kr", valuetype="float", value="1250.5")
a = office.Annotation()
a.addElement(P(text="With bonus"))
c.addElement(a)
r = table.TableRow()
r.addElement(cell("Ann", valuetype="string"))
r.addElement(cell("1. März", valuetype="date", datevalue="2026-03-01"))
r.addElement(c)
t.addElement(r)
r = table.TableRow(numberrowsrepeated=1000000)
r.addElement(table.TableCell(numbercolumnsrepeated=16384))
t.addElement(r)
s.spreadsheet.addElement(t)
s.save(sys.argv[1] + "/sales.ods")
o = OpenDocumentPresentation()
ml = style.PageLayout(name="L")
o.automaticstyles.addElement(ml)
m = style.MasterPage(name="M", pagelayoutname=ml)
o.masterstyles.addElement(m)
pg = draw.Page(masterpagename=m, name="p1")
o.presentation.addElement(pg)
f = draw.Frame(width="10cm", height="2cm")
f.setAttrNS("urn:oasis:names:tc:opendocument:xmlns:presentation:1.0", "class", "title")
tb = draw.TextBox()
tb.addElement(P(text="New piers"))
f.addElement(tb)
pg.addElement(f)
f = draw.Frame(width="10cm", height="2cm")
tb = draw.TextBox()
tb.addElement(P(text="Longpier opens in May"))
f.addElement(tb)
pg.addElement(f)
nn = presentation.Notes()
f = draw.Frame(width="10cm", height="2cm")
tb = draw.TextBox()
tb.addElement(P(text="Mention the mayor"))
f.addElement(tb)
nn.addElement(f)
pg.addElement(nn)
o.save(sys.argv[1] + "/piers.odp")
b = epub.EpubBook()
b.set_identifier("x")
b.set_title("The keeper")
b.set_language("en")
b.add_author("A. Brandvold")
cs = []
for i, (t, x) in enumerate([("The storm", "The storm came in March."), ("The calm", "In April the sea was calm.")]):
    c = epub.EpubHtml(title=t, file_name=f"c{i}.xhtml")
    c.content = f"<h1>{t}</h1><p>{x}</p>"
    b.add_item(c)
    cs.append(c)
b.add_item(epub.EpubNcx())
b.spine = cs
epub.write_epub(sys.argv[1] + "/keeper.epub", b)
open(
    sys.argv[1] + "/lease.rtf", "w"
).write(r"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}{\info{\title Lease of the pier}}
\pard\s1\outlinelevel0\b Lease\b0\par
\pard The rent of J\'f6rg is 4,200 euros \u8212? due in March.\par
\trowd\cellx3000\cellx6000\intbl Pier\cell Fee\cell\row
\trowd\cellx3000\cellx6000\intbl Eastpier\cell 210\cell\row
\pard The end.\par}""")
open(sys.argv[1] + "/catalog.xml", "wb").write(
    '<?xml version="1.0" encoding="ISO-8859-1"?>\n<catalog xmlns="urn:x"><boat id="7"><name>K\xf6nigin</name><length unit="m">7.35</length></boat><boat id="8"><name>Silverheron</name><length unit="m">9.1</length></boat><note>See <b>page 4</b> for terms.</note></catalog>'.encode(
        "latin1"
    )
)
open(sys.argv[1] + "/utf16.eml", "wb").write(
    "From: Ann <ann@x.example>\r\nTo: b@x.example\r\nSubject: Grüße\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-16\r\n\r\nDer Beitrag beträgt 40 Euro.\r\n".encode(
        "utf-16"
    )
)
