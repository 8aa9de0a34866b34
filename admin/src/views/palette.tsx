import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath, root } from '../api/root.ts'
import { t } from '../texts.ts'
import { useDensity } from '../ui/density.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { findRecords } from './find-records.ts'
import { type Finding, fold, hasWords } from './finding.ts'
import { may, menu } from './menu.ts'

/** Findings of one kind. */
type Group = { readonly name: string; readonly findings: readonly Finding[] }

/** Milliseconds after the last key before the server is asked. */
const pause = 150

/** So many letters are asked for at the least: one alone is in nearly everything. */
const fewest = 2

/** Those that have each of the typed words: first those that begin with them, then those that have them in their name. */
const matching = (findings: readonly Finding[], text: string): readonly Finding[] => {
  const typed = fold(text.trim())
  const found = findings.filter((one) => hasWords(one.words ?? one.text, typed))
  const rank = ({ text: name }: Finding): number => (fold(name).startsWith(typed) ? 0 : hasWords(name, typed) ? 1 : 2)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

/** The pages of the admin that the person may open. */
const pages = (): readonly Finding[] =>
  menu
    .filter(({ right }) => may(right))
    .map(({ path, icon, text }) => ({ key: `page ${path}`, icon, text: text(), to: `${adminPath}${path}` }))

/** The settings, each of which is shown with the focus in its field; only administrators have them. */
const useSettings = (): readonly Finding[] => {
  const [found, setFound] = useState<readonly Finding[]>([])
  useEffect(() => {
    if (!may('administer')) return
    // Without them everything else is found.
    import('./site/setting-fields.tsx').then(
      ({ settingNames, settingFields, wordsOf, groupOf, settingPath }) =>
        setFound(
          settingNames.map((name) => ({
            key: `setting ${name}`,
            icon: 'settings',
            text: settingFields[name].label(),
            words: wordsOf(name),
            note: groupOf(name).title(),
            to: `${adminPath}${settingPath(groupOf(name), name)}`,
          })),
        ),
      () => undefined,
    )
  }, [])
  return found
}

/** Events and venues for what is typed. A request that another letter has outdated is given up. */
const useRecords = (text: string) => {
  const [answer, setAnswer] = useState<{ readonly to: string; readonly groups: readonly Group[] }>({
    to: '',
    groups: [],
  })
  const typed = text.trim()
  useEffect(() => {
    if (typed.length < fewest || !may('edit')) {
      setAnswer({ to: typed, groups: [] })
      return
    }
    const aborted = new AbortController()
    const timer = setTimeout(() => {
      findRecords(typed, aborted.signal).then(
        ({ events, venues }) => {
          if (aborted.signal.aborted) return
          const groups = [
            { name: t('Events'), findings: events },
            { name: t('Venues'), findings: venues },
          ]
          setAnswer({ to: typed, groups })
        },
        // What the admin itself has is still found.
        () => aborted.signal.aborted || setAnswer({ to: typed, groups: [] }),
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      aborted.abort()
    }
  }, [typed])
  return { groups: answer.groups, isAnswered: answer.to === typed }
}

/** One field that finds events, venues, pages, settings and actions: a combobox with a list (ARIA 1.2), which keys alone can use. */
export const Palette = ({ onLogOut, onClose }: { readonly onLogOut: () => void; readonly onClose: () => void }) => {
  const id = useId()
  const { route } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [density, setDensity] = useDensity()
  const settings = useSettings()
  const records = useRecords(text)
  const isCompact = density === 'compact'
  const actions: readonly (Finding | false)[] = [
    may('edit') && { key: 'new event', icon: 'plus', text: t('New event'), to: `${adminPath}/events/new` },
    may('publish') && { key: 'new venue', icon: 'plus', text: t('New venue'), to: `${adminPath}/venues/new` },
    may('publish') && {
      key: 'new organizer',
      icon: 'plus',
      text: t('New organizer'),
      to: `${adminPath}/organizers/new`,
    },
    {
      key: 'view site',
      icon: 'outside',
      text: t('View site'),
      to: () => {
        location.href = root('')
      },
    },
    {
      key: 'density',
      icon: 'density',
      text: isCompact ? t('More room between rows') : t('Less room between rows'),
      to: () => setDensity(isCompact ? 'comfortable' : 'compact'),
    },
    { key: 'log out', icon: 'leave', text: t('Log out'), to: onLogOut },
  ]
  const doable = actions.filter((one) => one !== false)
  const isAsked = text.trim() !== ''
  const groups: readonly Group[] = isAsked
    ? [
        ...records.groups,
        { name: t('Pages'), findings: matching(pages(), text) },
        { name: t('Actions'), findings: matching(doable, text) },
        { name: t('Settings'), findings: matching(settings, text) },
      ]
    : [
        { name: t('Actions'), findings: doable },
        { name: t('Pages'), findings: pages() },
      ]
  const shown = groups.filter(({ findings }) => findings.length > 0)
  const all = shown.flatMap(({ findings }) => findings)
  const at = Math.min(active, all.length - 1)
  // `at` says which one is to be in sight.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const take = (finding: Finding | undefined): void => {
    if (!finding) return
    onClose()
    if (typeof finding.to === 'string') route(finding.to)
    else finding.to()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the writing of a word in an input method.
    if (event.isComposing) return
    const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1 }
    const step = steps[event.key]
    if (step !== undefined && all.length > 0) setActive((step + all.length) % all.length)
    else if (event.key === 'Enter') take(all[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('Search everywhere')} look="palette" onClose={onClose}>
      <div class="ask">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          autocomplete="off"
          spellcheck={false}
          autofocus
          aria-label={t('Search everywhere')}
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          {...(all.length > 0 ? { 'aria-activedescendant': `${id}-${at}` } : {})}
          placeholder={t('Event, venue, page or setting')}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <span class="keys" aria-hidden="true">
          Esc
        </span>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('Search everywhere')}
        aria-busy={!records.isAnswered}
      >
        {shown.map(({ name, findings }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list of options has groups of options.
          <div key={name} role="group" aria-label={name}>
            <span class="group" aria-hidden="true">
              {name}
            </span>
            {findings.map((finding) => (
              <Option
                key={finding.key}
                id={`${id}-${all.indexOf(finding)}`}
                finding={finding}
                isActive={all[at] === finding}
                onPick={() => take(finding)}
              />
            ))}
          </div>
        ))}
      </div>
      {all.length === 0 && <p class="empty">{records.isAnswered ? t('Nothing found') : t('Loading …')}</p>}
      <span class="unseen" role="status">
        {isAsked && records.isAnswered ? t('{count} found', { count: all.length }) : ''}
      </span>
    </Dialog>
  )
}

const Option = ({
  id,
  finding: { icon, text, note },
  isActive,
  onPick,
}: {
  readonly id: string
  readonly finding: Finding
  readonly isActive: boolean
  readonly onPick: () => void
}) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option.
  // biome-ignore lint/a11y/useKeyWithClickEvents: the input reads the keys.
  <div id={id} role="option" aria-selected={isActive} onMouseDown={(event) => event.preventDefault()} onClick={onPick}>
    <Icon name={icon} />
    <span class="name">{text}</span>
    {note && <small>{note}</small>}
  </div>
)
