import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Beginning, type Recognised, recogniseFormat } from '../../src/import/read/formats/list.ts'

const rss = '<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/">'

const cases: readonly [content: string | Buffer, known: Omit<Beginning, 'bytes'>, expected: Recognised][] = [
  ['BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', {}, 'icalendar'],
  ['\ufeff\r\nbegin:vcalendar\r\n', { contentType: 'text/html', fileName: 'x.html' }, 'icalendar'],
  [Buffer.from('\ufeffBEGIN:VCALENDAR\r\n', 'utf16le'), {}, 'icalendar'],
  ['X-WR-CALNAME:x\r\n', { contentType: 'text/calendar; charset=utf-8' }, 'icalendar'],
  ['{"title": "a"}\n{"title": "b"}\n', {}, 'ndjson'],
  ['{ "title": "a",\n', { fileName: 'a.csv' }, 'ndjson'],
  ['', { fileName: 'events.ndjson' }, 'ndjson'],
  [`<?xml version="1.0" encoding="UTF-8" ?>\n<!-- generator -->\n<!-- more -->\n${rss}`, {}, 'wxr'],
  [rss, { contentType: 'text/html' }, 'wxr'],
  ['<!DOCTYPE html><title>x</title>', { fileName: 'events.ics', contentType: 'text/calendar' }, 'html'],
  ['<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">', {}, 'html'],
  ['Event Name,Event Start Date\nFair,2027-01-01\n', {}, 'csv'],
  ['title;start_date\r\nFair;2027-01-01\r\n', { contentType: 'application/octet-stream' }, 'csv'],
  ['title\nFair\n', { fileName: '/export/events.CSV?x=1' }, 'csv'],
  ['title\nFair\n', {}, 'unknown'],
  ['<rss version="2.0"><channel>', { fileName: 'feed.xml' }, 'unknown'],
  ['[{"title": "a"},\n{"title": "b"},\n', {}, 'unknown'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), { fileName: 'a.ics' }, 'unknown'],
  [Buffer.from('PK\u0003\u0004'), { fileName: 'a.csv' }, 'unknown'],
  ['', {}, 'unknown'],
]

for (const [content, known, expected] of cases)
  it(`${JSON.stringify(String(content).slice(0, 30))} with ${JSON.stringify(known)} is ${expected}`, () => {
    assert.equal(recogniseFormat({ bytes: Buffer.from(content), ...known }), expected)
  })
