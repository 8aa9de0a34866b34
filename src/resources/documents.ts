import { createShelf, type Fragment, newFragment, type Shelf } from '../cache/fragment-cache.ts'
import type { Source } from '../cache/fragment-source.ts'
import { type Caller, mayRead } from '../core/policy.ts'
import type { Compose, Composers, Piece } from '../core/resource.ts'
import { after } from '../lib/awaitable.ts'
import { createEventComposer } from './events/documents.ts'
import { renderMedia } from './media/record.ts'
import { organizerDefinition } from './organizers/definition.ts'
import { createLinkedShelf, type PostFragment } from './shared/post-fragments.ts'
import { createEmbeddedTermShelf, createTermShelf } from './shared/term-fragments.ts'
import { venueDefinition } from './venues/definition.ts'

/** Makes the shelves of one process; together they take `maxBytes` at most, of which events get the most. */
export const createComposers = (source: Source, maxBytes: number): Composers => {
  const share = maxBytes / 32
  const venues = createLinkedShelf(source, venueDefinition, 1.5 * share)
  const organizers = createLinkedShelf(source, organizerDefinition, share)
  const terms = createEmbeddedTermShelf(source, share)
  const termItems = composeItems(createTermShelf(source, share / 4))
  return {
    event: createEventComposer(source, { venues, organizers, terms }, 28 * share),
    venue: composePosts(venues),
    organizer: composePosts(organizers),
    category: termItems,
    tag: termItems,
    attachment: composeItems(createMediaShelf(source, share / 4)),
  }
}

const comma = Buffer.from(',')

const toPiece = ({ bytes, tag, mark }: Fragment, at: number): Piece => ({
  chunks: at === 0 ? [bytes] : [comma, bytes],
  tag,
  marks: [mark],
  links: [],
})

const composeItems =
  ({ find }: Pick<Shelf<Fragment>, 'find'>): Compose =>
  (_caller, ids) =>
    after(find(ids), (found) => ids.flatMap((id) => found.get(id) ?? []).map(toPiece))

const composePosts =
  (shelf: Shelf<PostFragment>): Compose =>
  (caller: Caller, ids) =>
    after(shelf.find(ids), (found) => {
      // One that was hidden after the ids were found is left out.
      const list = ids.flatMap((id) => found.get(id) ?? []).filter(({ subject }) => mayRead(caller, subject))
      return list.map(toPiece)
    })

const createMediaShelf = ({ site, database, changes }: Source, maxBytes: number): Shelf<Fragment> => {
  const { kysely, dialect } = database
  const query = kysely
    .selectFrom('image')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), []))
    .compile()
  return createShelf(changes, {
    maxBytes,
    kinds: ['image'],
    load: (ids) =>
      after(database.select(query, [dialect.encodeIds(ids)]), (rows) =>
        rows.map((row) => newFragment(row.id, JSON.stringify(renderMedia(site(), row)))),
      ),
  })
}
