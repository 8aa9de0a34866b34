/** Most names that a message lists, and most characters of each. */
const [mostNamed, longest] = [20, 40]

/** A name of a file as a message shows it. */
export const shownName = (name: string): string => (name.length > longest ? `${name.slice(0, longest)}…` : name)

/** Names of a file as a message lists them: `“a”, “b” and “c”`. */
export const listNames = (names: readonly string[]): string => {
  const more = names.length - mostNamed
  const all = names.slice(0, mostNamed).map((name) => `“${shownName(name)}”`)
  if (more > 0) all.push(`${more} more`)
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} and ${all.at(-1)}` : all.join('')
}
