import { useState } from 'preact/hooks'
import { adminPath } from '../../api/root.ts'
import { t } from '../../texts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { readPreference, writePreference } from '../../ui/preference.ts'
import type { EventQuery } from './event-list.tsx'

/** A list with its filters, by the name that the person has given it. */
type View = { readonly name: string; readonly query: string }

/** The name under which the views are kept in this browser. */
const preference = 'event-views'

/** Most views, and characters of a name. */
const [mostViews, mostCharacters] = [30, 60]

const readViews = (): readonly View[] => {
  try {
    const kept: unknown = JSON.parse(readPreference(preference) ?? '')
    return Array.isArray(kept) ? kept.map(({ name, query }) => ({ name: String(name), query: String(query) })) : []
  } catch {
    return []
  }
}

/** The filters and the order of a list as its address has them; the page is none of them. */
const queryOf = (values: EventQuery): string =>
  new URLSearchParams(Object.entries(values).filter(([name, value]) => name !== 'page' && value !== '')).toString()

/** The views that the person has saved in this browser: each leads to a list with its filters, and can be renamed and deleted. */
export const SavedViews = ({ values }: { readonly values: EventQuery }) => {
  const [views, setViews] = useState(readViews)
  const [name, setName] = useState('')
  const query = queryOf(values)
  const keep = (next: readonly View[]): void => {
    setViews(next)
    writePreference(preference, JSON.stringify(next))
  }
  const present = views.find((view) => view.query === query)
  const wanted = name.trim()
  const isTaken = views.some((view) => view !== present && view.name === wanted)
  const save = (): void => {
    if (!wanted || isTaken) return
    keep(
      present
        ? views.map((view) => (view === present ? { name: wanted, query } : view))
        : [...views, { name: wanted, query }],
    )
    setName('')
  }
  return (
    <details class="columns">
      <summary>{t('Saved views')}</summary>
      <div class="card stack">
        <p class="hint">{t('Kept in this browser.')}</p>
        {views.length > 0 && (
          <ul class="views" aria-label={t('Saved views')}>
            {views.map((view) => (
              <li key={view.name}>
                <a
                  href={`${adminPath}/events${view.query ? `?${view.query}` : ''}`}
                  {...(view === present ? { 'aria-current': 'true' as const } : {})}
                >
                  {view.name}
                </a>
                <IconButton
                  icon="trash"
                  text={t('Delete “{name}”', { name: view.name })}
                  onClick={() => keep(views.filter((other) => other !== view))}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <TextField
            label={present ? t('New name of “{name}”', { name: present.name }) : t('Name of this view')}
            maxLength={mostCharacters}
            value={name}
            error={isTaken ? t('There is a view of this name already.') : undefined}
            onValue={setName}
          />
          <Button type="submit" disabled={!wanted || isTaken || (!present && views.length >= mostViews)}>
            {present ? t('Rename') : t('Save this view')}
          </Button>
        </form>
      </div>
    </details>
  )
}
