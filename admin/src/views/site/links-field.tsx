import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField, UrlField } from '../../ui/field.tsx'
import type { ControlProps, Faults } from '../../ui/form.tsx'

/** A link that pages show. */
export type Link = { readonly label: string; readonly url: string }

/** Most links that the server keeps in one place. */
const most = 10

/** The name of the fault of a part of a link, the first of which is at 0. */
const faultName = (name: string, at: number, part: keyof Link): string => `${name}.${at}.${part}`

/** What is wrong with links before they are sent, by the names of their parts. */
export const linkFaults = (name: string, links: readonly Link[]): Faults =>
  Object.fromEntries(
    links.flatMap(({ label, url }, at) => {
      const number = at + 1
      const faults: [string, string][] = []
      if (label.trim() === '') faults.push([faultName(name, at, 'label'), t('Link {number} needs a text.', { number })])
      if (!/^https?:\/\/[^\s/]+\S*$/i.test(url.trim()))
        faults.push([
          faultName(name, at, 'url'),
          t('Link {number} needs an address that begins with https:// or http://.', { number }),
        ])
      return faults
    }),
  )

/** Where the focus goes once the rows are drawn again: what had it is gone, or is that of another link. */
type Next = { readonly at: number; readonly part: 'label' | 'up' | 'down' } | 'add'

/** Links as rows, which can be added, removed and moved. */
export const LinksField = ({
  label,
  hint,
  value,
  error,
  fixedBy,
  faults,
  name,
  onValue,
}: Omit<ControlProps<readonly Link[]>, 'name'> & { readonly faults: Faults; readonly name: string }) => {
  const rows = useRef<HTMLFieldSetElement>(null)
  const next = useRef<Next | undefined>(undefined)
  useLayoutEffect(() => {
    const wanted = next.current
    next.current = undefined
    if (!wanted) return
    if (wanted === 'add') rows.current?.querySelector<HTMLElement>('[data-add]')?.focus()
    else {
      const row = rows.current?.querySelectorAll('li')[wanted.at]
      const button = row?.querySelector<HTMLElement>(`[data-move=${wanted.part}]:enabled`)
      const found = button ?? row?.querySelector<HTMLElement>(wanted.part === 'label' ? 'input' : '[data-move]:enabled')
      found?.focus()
    }
  }, [value])
  const set = (links: readonly Link[], focus?: Next): void => {
    next.current = focus
    onValue(links)
  }
  const replace = (at: number, changed: Partial<Link>): void =>
    set(value.map((link, index) => (index === at ? { ...link, ...changed } : link)))
  const move = (at: number, by: 1 | -1): void => {
    const links = [...value]
    links.splice(at + by, 0, ...links.splice(at, 1))
    set(links, { at: at + by, part: by === 1 ? 'down' : 'up' })
  }
  const note = fixedBy ?? hint
  return (
    <fieldset ref={rows} class="links">
      <legend>{label}</legend>
      {note && <p class="hint">{note}</p>}
      <ol>
        {value.map((link, at) => {
          const said = link.label.trim() || t('Link {number}', { number: at + 1 })
          return (
            // Rows have no names of their own.
            <li key={at} aria-label={t('Link {number}', { number: at + 1 })}>
              {fixedBy ? (
                <a href={link.url}>{link.label}</a>
              ) : (
                <>
                  <TextField
                    label={t('Text')}
                    maxLength={100}
                    value={link.label}
                    error={faults[faultName(name, at, 'label')]}
                    onValue={(text) => replace(at, { label: text })}
                  />
                  <UrlField
                    label={t('Web address')}
                    value={link.url}
                    error={faults[faultName(name, at, 'url')]}
                    onValue={(url) => replace(at, { url })}
                  />
                  <div class="actions">
                    <IconButton
                      icon="up"
                      text={t('Move up')}
                      aria-label={t('Move up: {name}', { name: said })}
                      data-move="up"
                      disabled={at === 0}
                      onClick={() => move(at, -1)}
                    />
                    <IconButton
                      icon="down"
                      text={t('Move down')}
                      aria-label={t('Move down: {name}', { name: said })}
                      data-move="down"
                      disabled={at === value.length - 1}
                      onClick={() => move(at, 1)}
                    />
                    <IconButton
                      icon="trash"
                      text={t('Remove')}
                      aria-label={t('Remove: {name}', { name: said })}
                      onClick={() =>
                        set(
                          value.filter((_, index) => index !== at),
                          'add',
                        )
                      }
                    />
                  </div>
                </>
              )}
            </li>
          )
        })}
      </ol>
      {error && <p class="fault">{error}</p>}
      {!fixedBy && value.length < most && (
        <div>
          <Button
            icon="plus"
            data-add
            onClick={() => set([...value, { label: '', url: '' }], { at: value.length, part: 'label' })}
          >
            {t('Add a link')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
