import pg from 'pg'
import { startPostgres } from '../tests/support/postgres.ts'

/*
 * What the database alone takes when there are very many events: `keys.ts SMALL LARGE` makes a table of only the columns by which lists
 * are made, plain and partitioned by month, and asks PostgreSQL for what lists ask for. 100 million rows take some 20 GB.
 */

/** A table of the columns by which lists of events are made; the real one is nine times as wide. */
const columns = `id bigint not null, status text collate "C" not null, start_utc text collate "C" not null,
  end_utc text collate "C" not null, venue_id bigint not null`

const months = 120

/** The first of the month that lies so many months after January 2020. */
const monthOf = (at: number): string => new Date(Date.UTC(2020, at, 1)).toISOString().slice(0, 10)

const plain = [`create table plain (${columns}, primary key (id))`]

/** The key of a partitioned table has to name what it is partitioned by, so that ids alone are not unique in it. */
const partitioned = [
  `create table partitioned (${columns}, primary key (id, start_utc)) partition by range (start_utc)`,
  ...Array.from(
    { length: months },
    (_, at) => `create table partitioned_${at} partition of partitioned
      for values from ('${monthOf(at)} 00:00:00') to ('${monthOf(at + 1)} 00:00:00')`,
  ),
]

const window = `status = 'publish' and start_utc between '${monthOf(96)} 00:00:00' and '${monthOf(120)} 00:00:00'`
const month = `status = 'publish' and start_utc between '${monthOf(100)} 00:00:00' and '${monthOf(101)} 00:00:00'`

/** As the list of events asks, and how often each is repeated. */
const queries = (table: string, count: number): [name: string, text: string, times: number][] => [
  ['list of 10 in two years', `select id from ${table} where ${window} order by start_utc, id limit 10`, 100],
  ['list of 10 in a month', `select id from ${table} where ${month} order by start_utc, id limit 10`, 100],
  ['total of two years', `select count(*) from ${table} where ${window}`, 3],
  ['total of a month', `select count(*) from ${table} where ${month}`, 10],
  ['by id', `select start_utc from ${table} where id = ${Math.floor(count / 3)}`, 100],
  [
    'venue, list of 10',
    `select id from ${table} where venue_id = 77 and ${window} order by start_utc, id limit 10`,
    10,
  ],
  [
    'insert',
    `insert into ${table} values (${count} + (random() * 1e12)::bigint, 'publish', '${monthOf(100)} 12:00:00', '', 1)`,
    100,
  ],
]

/** Asks the same of a small plain table, a large plain one and a large one in months; says medians in milliseconds. */
const measureKeys = async (url: string, small: number, large: number, say: (line: object) => void): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const runs = [
    ['plain', plain, small],
    ['plain', plain, large],
    ['partitioned', partitioned, large],
  ] as const
  for (const [table, statements, count] of runs) {
    for (const statement of statements) await client.query(statement)
    await fill(client, table, count)
    for (const [name, text, times] of queries(table, count)) {
      const answers: number[] = []
      // The first one finds nothing in memory.
      for (let turn = 0; turn <= times; turn++) {
        const started = performance.now()
        await client.query({ name: `${table} ${count} ${name}`, text })
        answers.push(performance.now() - started)
      }
      const median = answers.slice(1).toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0
      say({ table, count, name, median: Number(median.toPrecision(3)) })
    }
    await client.query(`drop table ${table}`)
  }
  await client.end()
}

/** Ids come in the order of time, up to ninety days ahead of it. */
const fill = async (client: pg.Client, table: string, count: number): Promise<void> => {
  const chunk = 5_000_000
  await client.query('set synchronous_commit = off')
  for (let first = 1; first <= count; first += chunk) {
    await client.query(`insert into ${table}
      select i, case when i % 33 = 0 then 'draft' else 'publish' end, to_char(at, 'YYYY-MM-DD HH24:MI:SS'),
        to_char(at + interval '2 hours', 'YYYY-MM-DD HH24:MI:SS'), 1 + i * 7 % 1000
      from (select i, timestamp '2020-01-01' + interval '3550 days' * (i / ${count}.0::float8) + (i * 7919 % 2160) * interval '1 hour' as at
        from generate_series(${first}::bigint, ${Math.min(first + chunk - 1, count)}) i) made`)
  }
  await client.query(`create index ${table}_start on ${table} (status, start_utc, id)`)
  await client.query(`vacuum analyze ${table}`)
}

/** Room to work in, as whoever has that many events would give it. */
const settings = [
  'shared_buffers=4GB',
  'effective_cache_size=12GB',
  'work_mem=32MB',
  'maintenance_work_mem=1GB',
  'max_wal_size=4GB',
  'random_page_cost=1.1',
]

const [small, large] = process.argv.slice(2).map(Number)
if (!small || !large) throw new Error('usage: bench/keys.ts SMALL LARGE')
const server = await startPostgres({ settings })
if (typeof server === 'string') throw new Error(server)
await measureKeys(`${server.url}/postgres`, small, large, (line) => process.stdout.write(`${JSON.stringify(line)}\n`))
await server.stop()
