import {
  createFragmentCache,
  type Fragment,
  type FragmentCache,
  joinBytes,
  newBytes,
  newFragment,
} from '../../cache/fragment-cache.ts'
import type { Site } from '../../core/context.ts'
import type { Subject } from '../../core/policy.ts'
import type { RecordDefinition } from '../../core/record.ts'
import { readPosts, type StoredPost } from '../../core/stored-post.ts'
import type { Json, JsonObject } from '../../lib/json.ts'
import type { FragmentSource } from './fragment-source.ts'
import type { LinkedTable } from './linked-filters.ts'

/** A record and what decides who may read it. */
export type PostFragment = Fragment & { readonly subject: Subject }

/** The columns on which the policy depends. */
export const subjectOf = ({ author_id, status, trashed_from }: Subject): Subject => ({
  author_id,
  status,
  trashed_from,
})

/** How venues or organizers become fragments, and these become documents. */
export type LinkedFragments<T extends LinkedTable> = {
  readonly table: T
  readonly make: (row: StoredPost<T>, site: Site) => PostFragment
  /** Returns the record in terms of schema.org, which single reads show, also of events that link to it. */
  readonly singleOf: (fragment: PostFragment) => Buffer
  /** Returns the record in chunks, as single reads have it. */
  readonly singleChunks: (fragment: PostFragment) => readonly Buffer[]
  /** Makes the documents of a record that is no committed content yet. */
  readonly compose: (site: Site, stored: { readonly row: StoredPost<T> }) => (isSingle: boolean) => Buffer
}

/** Describes how venues or organizers become fragments; `thing` is a record in terms of schema.org. */
export const linkedFragments = <T extends LinkedTable, M, R extends Json>(
  table: T,
  { render, insertSingle }: Pick<RecordDefinition<StoredPost<T>, M>, 'render' | 'insertSingle'>,
  thing: (record: R) => JsonObject,
): LinkedFragments<T> => {
  const singleOf = (fragment: PostFragment): Buffer => {
    fragment.single ??= newBytes(JSON.stringify(thing(JSON.parse(fragment.bytes.toString()))))
    return fragment.single
  }
  const make = (row: StoredPost<T>, site: Site): PostFragment => ({
    ...newFragment(row.id, render(row, site)),
    subject: subjectOf(row),
  })
  const singleChunks = (fragment: PostFragment): readonly Buffer[] =>
    insertSingle(fragment.bytes, [jsonLdStart, singleOf(fragment).subarray(1)])
  return {
    table,
    make,
    singleOf,
    singleChunks,
    compose: (site, { row }) => {
      const fragment = make(row, site)
      return (isSingle) => (isSingle ? joinBytes(singleChunks(fragment)) : fragment.bytes)
    },
  }
}

const jsonLdStart = Buffer.from('{"@context":"http://schema.org",')

/** Caches venues or organizers as lists and events hold them. */
export const createLinkedFragments = <T extends LinkedTable>(
  { site, database, changeFeed }: FragmentSource,
  { table, make, singleOf }: LinkedFragments<T>,
  maxBytes: number,
): FragmentCache<PostFragment> => {
  const read = readPosts(database, table)
  return createFragmentCache(changeFeed, {
    maxBytes,
    kinds: [table],
    others: ['image'],
    load: read,
    make: (row) => make(row, site()),
    singleOf,
  })
}
