import type { Db } from '../db/database.ts'
import type { RecordKind, Taxonomy } from '../db/schema.ts'
import { slugify } from '../lib/slug.ts'
import { keyOf } from '../lib/text.ts'
import type { Found, FoundTerm, References } from './params.ts'

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
  if (!first) return collect([])
  const query = others.reduce((all, part) => all.unionAll(part), first)
  return collect(await query.execute())
}

const collect = (hits: readonly Hit[]): Found => {
  const kinds = new Map<number, RecordKind>()
  const users = new Set<number>()
  const images = new Map<string, number>()
  const terms: FoundTerm[] = []
  for (const { what, id, kind, slug, name_key } of hits) {
    if (what === 'record') kinds.set(id, kind as RecordKind)
    else if (what === 'user') users.add(id)
    else if (what === 'image') images.set(slug, id)
    else terms.push({ id, taxonomy: kind as Taxonomy, slug, name_key })
  }
  return { kinds, users, images, terms }
}

const recordPart = (db: Db, references: readonly References[]) => {
  const ids = references.flatMap(({ records }) => records ?? [])
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
  (['category', 'tag'] as const).flatMap((taxonomy) => {
    const values = references.flatMap(({ terms }) => (terms?.taxonomy === taxonomy ? terms.values : []))
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
