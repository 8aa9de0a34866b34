import type { Db } from '../db/database.ts'
import type { RecordKind, Taxonomy } from '../db/schema.ts'
import { slugify } from '../lib/slug.ts'
import { keyOf } from '../lib/text.ts'
import type { Found, References } from './params.ts'

type Hit = { what: string; id: number; kind: string; slug: string; name_key: string }

/** Finds everything that the references name, in one statement. */
export const lookUpReferences = async (db: Db, references: readonly References[]): Promise<Found> => {
  const parts = [
    ...recordPart(db, references),
    ...termParts(db, references),
    ...userPart(db, references),
    ...imageParts(db, references),
  ]
  const [first, ...others] = parts
  if (!first) return collect([], references)
  const query = others.reduce((all, part) => all.unionAll(part), first)
  return collect(await query.execute(), references)
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
  return { kinds, users, images, terms: collectTerms(terms, references) }
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

const recordPart = (db: Db, references: readonly References[]) => {
  const ids = [...new Set(references.flatMap(({ records }) => records ?? []))]
  if (ids.length === 0) return []
  return [
    db.kysely
      .selectFrom('record')
      .select((eb) => [eb.val('record').as('what'), 'id', 'kind', eb.val('').as('slug'), eb.val('').as('name_key')])
      .where(({ ref }) => db.dialect.isIn(ref('id'), ids))
      .$castTo<Hit>(),
  ]
}

const userPart = (db: Db, references: readonly References[]) => {
  const ids = references.flatMap(({ users }) => users ?? [])
  if (ids.length === 0) return []
  return [
    db.kysely
      .selectFrom('user')
      .select((eb) => [eb.val('user').as('what'), 'id', 'role as kind', eb.val('').as('slug'), 'name_key'])
      .where(({ ref }) => db.dialect.isIn(ref('id'), ids))
      .$castTo<Hit>(),
  ]
}

const imageParts = (db: Db, references: readonly References[]) => {
  const names = references.flatMap(({ images }) => images ?? [])
  if (names.length === 0) return []
  return (['source_url', 'path'] as const).map((column) =>
    db.kysely
      .selectFrom('image')
      .select((eb) => [
        eb.val('image').as('what'),
        'id',
        eb.val('').as('kind'),
        `${column} as slug`,
        eb.val('').as('name_key'),
      ])
      .where(({ ref }) => db.dialect.isIn(ref(column), names))
      .$castTo<Hit>(),
  )
}

/** Terms by id, by slug and by name: three parts for each taxonomy, so that each uses its own index. */
const termParts = (db: Db, references: readonly References[]) =>
  taxonomies.flatMap((taxonomy) => {
    const values = [...termsOf(references, taxonomy)]
    const ids = values.filter((value) => typeof value === 'number')
    const texts = values.filter((value) => typeof value === 'string')
    const select = () =>
      db.kysely
        .selectFrom('term')
        .select((eb) => [eb.val('term').as('what'), 'id', 'taxonomy as kind', 'slug', 'name_key'])
        .where('taxonomy', '=', taxonomy)
        .$castTo<Hit>()
    const byId = select().where(({ ref }) => db.dialect.isIn(ref('id'), ids))
    const bySlug = select().where(({ ref }) => db.dialect.isIn(ref('slug'), texts.map(slugify)))
    const byName = select().where(({ ref }) => db.dialect.isIn(ref('name_key'), texts.map(keyOf)))
    return [...(ids.length > 0 ? [byId] : []), ...(texts.length > 0 ? [bySlug, byName] : [])]
  })
