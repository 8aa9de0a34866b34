import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Place, readPlace } from '../../src/import/read/formats/places.ts'

const cases: readonly [text: string, place: Place][] = [
  ['', { name: '' }],
  ['Town Hall', { name: 'Town Hall' }],
  ['Town Hall, Springfield', { name: 'Town Hall', address: 'Springfield' }],
  ['Town Hall, 5 Mill Lane', { name: 'Town Hall', address: '5 Mill Lane' }],
  ['Town Hall, 1200 Market Street', { name: 'Town Hall', address: '1200 Market Street' }],
  ['5 Mill Lane, Springfield', { name: '5 Mill Lane', address: '5 Mill Lane', city: 'Springfield' }],
  ['Café, 5 Mill Lane, Springfield', { name: 'Café', address: '5 Mill Lane', city: 'Springfield' }],
  [
    'Café, 5 Mill Lane, Springfield, IL 62701',
    { name: 'Café', address: '5 Mill Lane', city: 'Springfield', state: 'IL', zip: '62701' },
  ],
  [
    'Café, 5 Mill Lane, Springfield IL 62701, USA',
    { name: 'Café', address: '5 Mill Lane', city: 'Springfield', state: 'IL', zip: '62701', country: 'USA' },
  ],
  [
    'Café, 5 Mill Lane, Springfield, IL, 62701, United States',
    { name: 'Café', address: '5 Mill Lane', city: 'Springfield', state: 'IL', zip: '62701', country: 'United States' },
  ],
  [
    'Rathaus, Am Markt 1, 04109 Lindenau, Deutschland',
    { name: 'Rathaus', address: 'Am Markt 1', zip: '04109', city: 'Lindenau', country: 'Deutschland' },
  ],
  ['Rathaus, 04109 Lindenau', { name: 'Rathaus', zip: '04109', city: 'Lindenau' }],
  ['Rathaus\nAm Markt 1\n04109 Lindenau', { name: 'Rathaus', address: 'Am Markt 1', zip: '04109', city: 'Lindenau' }],
  [
    'Hall, 1 High Street, Lindow SK9 1AA, UK',
    { name: 'Hall', address: '1 High Street', city: 'Lindow', zip: 'SK9 1AA', country: 'UK' },
  ],
  [
    'Mairie (1 Rue du Port, Lindow, fr)',
    { name: 'Mairie', address: '1 Rue du Port', city: 'Lindow', country: 'France' },
  ],
  ['Room 3 (left)', { name: 'Room 3 (left)' }],
]

for (const [text, place] of cases)
  it(JSON.stringify(text), () => {
    assert.deepEqual(readPlace(text), place)
  })
