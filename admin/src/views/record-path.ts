const folders: Readonly<Record<string, string>> = { event: 'events', venue: 'venues', organizer: 'organizers' }

const trees: Readonly<Record<string, string>> = { category: 'categories', tag: 'tags', user: 'users' }

/** The path below `/admin` at which a record is kept; categories, tags and users are kept in their lists. */
export const recordPath = (kind: string, id: number): string => {
  const tree = trees[kind]
  return tree === undefined ? `/${folders[kind]}/${id}` : `/${tree}`
}
