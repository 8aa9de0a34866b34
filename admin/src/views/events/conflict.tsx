import { useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { EventForm } from './form-state.ts'

type Name = keyof EventForm

const labels: Readonly<Record<Name, () => string>> = {
  title: () => t('Title'),
  description: () => t('Description'),
  startDay: () => t('First day'),
  startTime: () => t('Start'),
  endDay: () => t('Last day'),
  endTime: () => t('End'),
  allDay: () => t('All day'),
  timezone: () => t('Time zone'),
  venue: () => t('Venue'),
  organizers: () => t('Organizers'),
  categories: () => t('Categories'),
  tags: () => t('Tags'),
  image: () => t('Picture'),
  cost: () => t('Price'),
  website: () => t('Website'),
  excerpt: () => t('Summary'),
  slug: () => t('Name in the address'),
  status: () => t('Status'),
  date: () => t('Becomes public on'),
  featured: () => t('Featured'),
  sticky: () => t('Sticky in the month'),
  hidden: () => t('Hidden from lists'),
}

const textOf = (value: EventForm[Name]): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value === 'string') return new DOMParser().parseFromString(value, 'text/html').body.textContent ?? ''
  if (Array.isArray(value)) return value.map(({ name }: { name: string }) => name).join(', ')
  return 'name' in value ? value.name : 'url' in value ? String(value.url) : ''
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Both versions of an event that somebody else has saved meanwhile, side by side; for each field one of them is chosen. */
export const Conflict = ({
  base,
  mine,
  theirs,
  onClose,
  onChosen,
}: {
  /** What both began with. */
  readonly base: EventForm
  readonly mine: EventForm
  readonly theirs: EventForm
  readonly onClose: () => void
  readonly onChosen: (merged: EventForm) => void
}) => {
  const names = (Object.keys(labels) as Name[]).filter((name) => differs(mine[name], theirs[name]))
  // What only one of the two has changed needs no decision, but can be changed.
  const [own, setOwn] = useState<ReadonlySet<Name>>(new Set(names.filter((name) => differs(mine[name], base[name]))))
  const choose = (name: Name, isOwn: boolean): void => {
    const next = new Set(own)
    isOwn ? next.add(name) : next.delete(name)
    setOwn(next)
  }
  const merged = { ...theirs, ...Object.fromEntries([...own].map((name) => [name, mine[name]])) } as EventForm
  return (
    <Dialog title={t('Somebody else has changed this event')} onClose={onClose} isWide>
      <p>{t('Nothing has been overwritten. Choose what is to be kept of each field.')}</p>
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Field')}</th>
              <th scope="col">{t('Yours')}</th>
              <th scope="col">{t('Theirs')}</th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{labels[name]()}</th>
                {[true, false].map((isOwn) => (
                  <td key={String(isOwn)}>
                    <label class="check">
                      <input
                        type="radio"
                        name={`choice-${name}`}
                        checked={own.has(name) === isOwn}
                        onChange={() => choose(name, isOwn)}
                      />
                      <span>{textOf((isOwn ? mine : theirs)[name]) || t('(empty)')}</span>
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="actions">
        <Button kind="primary" onClick={() => onChosen(merged)}>
          {t('Save this choice')}
        </Button>
        <Button onClick={onClose}>{t('Back to the form')}</Button>
      </div>
    </Dialog>
  )
}
