const area = document.createElement('textarea')

/** The text of a title or a name, which the interface writes with entities (contract B6.2). */
export const plainText = (html: string): string => {
  area.innerHTML = html
  return area.value
}
