import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Querying } from '../db/dialects/dialect.ts'
import type { RecordKind, Schema, Taxonomy } from '../db/schema.ts'
import { slugify } from '../lib/slug.ts'
import { keyOf } from '../lib/text.ts'
import { type Given, rowsBy } from '../query/statement-cache.ts'
import type { Found, References } from './params.ts'

type Hit = { what: string; id: number; kind: string; slug: string; name_key: string }

/** Finds everything that the references name, in one statement. */
export const lookUpReferences = async (db: Db, references: readonly References[]): Promise<Found> => {
  const keys = parts.map(({ keysOf }) => keysOf(references))
  return collect(keys.some(({ length }) => length > 0) ? await readHits(db, keys) : [], references)
}

/** What names a term, as one key. */
export const termKey = (taxonomy: Taxonomy, value: number | string): string => `${taxonomy} ${typeof value} ${value}`

const collect = (hits: readonly Hit[], references: readonly References[]): Found => {
  const kinds = new Map<number, RecordKind>()
  const users = new Set<number>()
  const images = new Map<string, number>()
  const terms: Hit[] = []
  for (const hit of hits) {
    if (hit.what === 'record') kinds.set(hit.id, hit.kind as RecordKind)
    else if (hit.what === 'user') users.add(hit.id)
    else if (hit.what === 'image') images.set(hit.slug, hit.id)
    else terms.push(hit)
  }
  const rows = { posts: { venue: new Map(), organizer: new Map() }, termRows: [] }
  return { kinds, users, images, terms: collectTerms(terms, references), ...rows }
}

const collectTerms = (hits: readonly Hit[], references: readonly References[]): Map<string, number> => {
  // Of several with a name, the first that was made.
  const lastFirst = hits.toSorted((a, b) => b.id - a.id)
  const found = new Map<string, number>()
  for (const taxonomy of taxonomies) {
    const own = lastFirst.filter(({ kind }) => kind === taxonomy)
    const byName = new Map(own.map((hit) => [hit.name_key, hit.id]))
    const bySlug = new Map(own.map((hit) => [hit.slug, hit.id]))
    for (const { id } of own) found.set(termKey(taxonomy, id), id)
    for (const value of termsOf(references, taxonomy)) {
      const id = typeof value === 'string' ? (bySlug.get(slugify(value)) ?? byName.get(keyOf(value))) : undefined
      if (id !== undefined) found.set(termKey(taxonomy, value), id)
    }
  }
  return found
}

const taxonomies = ['category', 'tag'] as const satisfies readonly Taxonomy[]

/** The different values by which references name terms. */
const termsOf = (references: readonly References[], taxonomy: Taxonomy): ReadonlySet<number | string> =>
  new Set(references.flatMap(({ terms }) => (terms?.taxonomy === taxonomy ? terms.values : [])))

/** By what something is found: ids, or texts. */
type Keys = readonly number[] | readonly string[]

/** What the references name in one way, and the query that finds it. */
type Part = {
  readonly keysOf: (references: readonly References[]) => Keys
  readonly build: (kysely: Querying, given: Pick<Given<Keys>, 'isIn' | 'isText'>) => HitQuery
}

type HitQuery = SelectQueryBuilder<Schema, never, Hit>

const none = sql.lit('')

const ids = (keys: Keys) => keys as readonly number[]
const texts = (keys: Keys) => keys as readonly string[]

/** Terms by id, by slug and by name: three parts for each taxonomy, so that each uses its own index. */
const termParts = taxonomies.flatMap((taxonomy): Part[] => {
  const textsOf = (references: readonly References[]) =>
    [...termsOf(references, taxonomy)].filter((value) => typeof value === 'string')
  const select = (kysely: Querying) =>
    kysely
      .selectFrom('term')
      .select([sql.lit('term').as('what'), 'id', 'taxonomy as kind', 'slug', 'name_key'])
      .where('taxonomy', '=', sql.lit(taxonomy))
      .$castTo<Hit>()
  return [
    {
      keysOf: (references) => [...termsOf(references, taxonomy)].filter((value) => typeof value === 'number'),
      build: (kysely, { isIn }) => select(kysely).where(({ ref }) => isIn(ref('id'), ids)),
    },
    {
      keysOf: (references) => textsOf(references).map(slugify),
      build: (kysely, { isText }) => select(kysely).where(({ ref }) => isText(ref('slug'), texts)),
    },
    {
      keysOf: (references) => textsOf(references).map(keyOf),
      build: (kysely, { isText }) => select(kysely).where(({ ref }) => isText(ref('name_key'), texts)),
    },
  ]
})

const imageParts = (['source_url', 'path'] as const).map(
  (column): Part => ({
    keysOf: (references) => references.flatMap(({ images }) => images ?? []),
    build: (kysely, { isText }) =>
      kysely
        .selectFrom('image')
        .select([sql.lit('image').as('what'), 'id', none.as('kind'), `${column} as slug`, none.as('name_key')])
        .where(({ ref }) => isText(ref(column), texts))
        .$castTo<Hit>(),
  }),
)

const parts: readonly Part[] = [
  {
    keysOf: (references) => [...new Set(references.flatMap(({ records }) => records ?? []))],
    build: (kysely, { isIn }) =>
      kysely
        .selectFrom('record')
        .select([sql.lit('record').as('what'), 'id', 'kind', none.as('slug'), none.as('name_key')])
        .where(({ ref }) => isIn(ref('id'), ids))
        .$castTo<Hit>(),
  },
  ...termParts,
  {
    keysOf: (references) => references.flatMap(({ users }) => users ?? []),
    build: (kysely, { isIn }) =>
      kysely
        .selectFrom('user')
        .select([sql.lit('user').as('what'), 'id', 'role as kind', none.as('slug'), 'name_key'])
        .where(({ ref }) => isIn(ref('id'), ids))
        .$castTo<Hit>(),
  },
  ...imageParts,
]

/** The parts that have keys, each with its own. */
const readHits = rowsBy(
  (kysely, { isIn, isText }, used) =>
    used
      .map((at) =>
        (parts[at] as Part).build(kysely, {
          isIn: (column, read) => isIn(column, (keys) => read(keys[at] ?? [])),
          isText: (column, read) => isText(column, (keys) => read(keys[at] ?? [])),
        }),
      )
      .reduce((all, part) => all.unionAll(part)),
  (keys: readonly Keys[]) => keys.flatMap(({ length }, at) => (length > 0 ? [at] : [])),
)
