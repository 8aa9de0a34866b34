import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCost, type SiteCurrency, showCost } from '../../src/resources/events/cost.ts'

const dollar: SiteCurrency = { symbol: '$', position: 'prefix' }
const euro: SiteCurrency = { symbol: '€', position: 'postfix' }

function show(input: unknown, site = dollar): { cost: string; symbol: string; position: string; values: string[] } {
  const read = readCost(input)
  assert.ok(read !== undefined, `${JSON.stringify(input)} is a cost`)
  const { cost, details } = showCost(read.stored, site)
  assert.equal(details.currency_code, '')
  assert.deepEqual([details.currency_symbol, details.currency_position, details.values].map(String), [
    ...[read.symbol, read.position, String(read.values)],
  ])
  return { cost, symbol: details.currency_symbol, position: details.currency_position, values: details.values }
}

const cases: [input: unknown, cost: string, symbol: string, position: string, values: string[]][] = [
  ['', '', '', '', []],
  [null, '', '', '', []],
  [[], '', '', '', []],
  [['', null], '', '', '', []],
  ['10', '$10', '', '', ['10']],
  [10, '$10', '', '', ['10']],
  [10.5, '$10.5', '', '', ['10.5']],
  [' 10 ', '$10', '', '', ['10']],
  ['<b>10</b>', '$10', '', '', ['10']],
  ['10.50', '$10.50', '', '', ['10.50']],
  ['10,50', '$10,50', '', '', ['10.50']],
  ['.50', '$0.50', '', '', ['0.50']],
  ['$10', '$10', '$', 'prefix', ['10']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['10€', '10€', '€', 'postfix', ['10']],
  ['USD 10', 'USD10', 'USD', 'prefix', ['10']],
  ['EUR 15', 'EUR15', 'EUR', 'prefix', ['15']],
  ['100 kr', '100kr', 'kr', 'postfix', ['100']],
  ['US$10', 'US$10', 'US$', 'prefix', ['10']],
  ['10-20', '$10 – $20', '', '', ['10', '20']],
  [['10', '20'], '$10 – $20', '', '', ['10', '20']],
  [[30, '9', 10], '$9 – $30', '', '', ['9', '10', '30']],
  [['10', '10.00'], '$10', '', '', ['10']],
  ['from 5 to 15 dollars', '$5 – $15', '', '', ['5', '15']],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  ['1,000', '$1,000', '', '', ['1000']],
  ['1,000,000', '$1,000,000', '', '', ['1000000']],
  ['Free', 'Free', '', '', ['free']],
  ['free', 'free', '', '', ['free']],
  ['Donation', 'Donation', '', '', ['donation']],
  ['Free admission', 'Free admission', '', '', ['free-admission']],
  ['Kids & <i>adults</i>', 'Kids &#038; adults', '', '', ['kids-adults']],
]

const mended: typeof cases = [
  [0, 'Free', '', '', ['0']],
  ['0', 'Free', '', '', ['0']],
  ['0.00', 'Free', '', '', ['0']],
  ['1,000.00', '$1,000.00', '', '', ['1000.00']],
  ['1.000,00', '$1.000,00', '', '', ['1000.00']],
  ['1.234,50 €', '1.234,50€', '€', 'postfix', ['1234.50']],
  ["CHF 1'000.00", "CHF1'000.00", 'CHF', 'prefix', ['1000.00']],
  ['0$,20$', 'Free – 20$', '$', 'postfix', ['0', '20']],
  ['10,20,30', '$10 – $30', '', '', ['10', '20', '30']],
  ['5,10,15.50', '$5 – $15.50', '', '', ['5', '10', '15.50']],
  [['$5', 'Free'], 'Free – $5', '$', 'prefix', ['0', '5']],
  [['$5', 'Free', 'free'], 'Free – $5', '$', 'prefix', ['0', '5']],
  ['£5 – £10', '£5 – £10', '£', 'prefix', ['5', '10']],
  ['$10 - $20', '$10 – $20', '$', 'prefix', ['10', '20']],
  ['10-20 €', '10€ – 20€', '€', 'postfix', ['10', '20']],
  ['$5 – €10', '$5 – €10', '', '', ['5', '10']],
  ['Adults 10€, children 5€', '5€ – 10€', '€', 'postfix', ['5', '10']],
  ['Doors 19:30, 10€', 'Doors 19:30, 10€', '€', 'postfix', ['10']],
  ['about $10 at the door', 'about $10 at the door', '$', 'prefix', ['10']],
  ['$10 USD', '$10 USD', '$', 'prefix', ['10']],
  ['10 dollars', '10 dollars', '', '', ['10']],
  [['$5', 'Donation'], '$5, Donation', '$', 'prefix', ['5']],
]

for (const [kind, table] of Object.entries({
  'as The Events Calendar': cases,
  'better than The Events Calendar': mended,
})) {
  for (const [input, cost, symbol, position, values] of table) {
    test(`cost ${JSON.stringify(input)}, ${kind}`, () => {
      assert.deepEqual(show(input), { cost, symbol, position, values })
    })
  }
}

test('prices without a symbol get that of the site, others keep their own', () => {
  assert.equal(show('10', euro).cost, '10€')
  assert.equal(show('10-20', euro).cost, '10€ – 20€')
  assert.equal(show('$10', euro).cost, '$10')
  assert.equal(show('Free', euro).cost, 'Free')
})

for (const input of [
  -5,
  '-5',
  '-$5',
  '$ -5',
  true,
  { a: 1 },
  undefined,
  [['10']],
  [{}],
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e21,
]) {
  test(`no cost: ${String(input)}`, () => {
    assert.equal(readCost(input), undefined)
  })
}

test('a cost is never cut: what is too long is no cost', () => {
  assert.equal(readCost('x'.repeat(20_000))?.stored.length, 20_000)
  assert.equal(readCost('x'.repeat(20_001)), undefined)
  assert.equal(readCost(Array.from({ length: 1000 }, () => '1'))?.values.join(), '1')
  assert.equal(readCost(Array.from({ length: 1001 }, () => '1')), undefined)
})

const word = fc.constantFrom(
  ...['0', '5', '10', '1,000', '1.234,50', '10.50', '10,5', '.5', '007', '1 000', '$', '€', 'US$', 'EUR', 'kr', 'Free'],
  ...[
    'free',
    'Donation',
    'adults',
    ' ',
    ' ',
    ' - ',
    ' – ',
    ',',
    ', ',
    ';',
    '/',
    '-',
    '.',
    '&',
    '<',
    "'",
    '(',
    ')',
    '%',
  ],
)
const written = fc.oneof(
  fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.nat(100_000).map((cents) => cents / 100),
)
const sites = fc.constantFrom<SiteCurrency>(
  dollar,
  euro,
  { symbol: 'pts', position: 'postfix' },
  {
    symbol: 'CHF',
    position: 'prefix',
  },
)

test('a shown cost that is written back shows the same again', () => {
  fc.assert(
    fc.property(fc.oneof(written, fc.array(written, { maxLength: 4 })), sites, (input, site) => {
      // Negative prices are refused, and have nothing to show.
      fc.pre(readCost(input) !== undefined)
      const { cost } = show(input, site)
      assert.equal(show(cost, site).cost, cost)
    }),
    { numRuns: 3000, verbose: 1 },
  )
})

test('values are plain numbers in ascending order whenever a price is printed', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.nat(5000).map((cents) => cents / 100),
        { minLength: 1, maxLength: 5 },
      ),
      (prices) => {
        const distinct = [...new Set(prices)].sort((one, other) => one - other)
        assert.deepEqual(show(prices).values.map(Number), distinct)
      },
    ),
    { verbose: 1 },
  )
})
