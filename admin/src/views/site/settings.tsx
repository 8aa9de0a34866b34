import { CalendarError } from 'kalends-client'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath, root } from '../../api/root.ts'
import { read, write } from '../../api/site.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { t, tn } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import {
  differs,
  type Faults,
  faultsLeft,
  fixedText,
  listChanges,
  listFaults,
  OneField,
  readForm,
} from '../../ui/form.tsx'
import { Heading } from '../../ui/heading.tsx'
import { notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { hasWords } from '../finding.ts'
import { findKept, forget, type Kept, keep, RestoredNotice } from '../record/kept-form.tsx'
import { FontFiles, useFontFiles } from './font-files.tsx'
import { PagePreview } from './page-preview.tsx'
import {
  groupOf,
  type SettingGroup,
  type SettingName,
  type SettingsBody,
  type SiteSettings,
  settingFields,
  settingGroups,
  settingNames,
  settingPath,
  type Values,
  wordsOf,
} from './setting-fields.tsx'

/** What can be changed of the calendar while it runs: the design of its pages, and in other groups all else. */
export const Settings = ({ group: id }: { readonly group?: string }) => {
  const loaded = useLoaded('', () => read<SiteSettings>('wp/v2', 'settings'))
  const { field } = useLocation().query
  const [design, first] = settingGroups
  const group = settingGroups.find((one) => one.id === id) ?? (field ? groupOf(field) : first)
  const title = group === design ? t('Design') : t('Settings')
  return (
    <>
      {/* Each of the two pages of the menu takes the focus when it opens. */}
      <Heading key={title} title={title} />
      <LoadedState loaded={loaded}>{(settings) => <SettingsForm stored={settings} group={group} />}</LoadedState>
    </>
  )
}

/** Moves the focus to the field of a setting, or to what is wrong in it. */
const focusSetting = (name: string): void => {
  const place = document.querySelector(`[data-setting="${CSS.escape(name)}"]`)
  const fields = 'input:not([type=color], [type=file]), select, textarea, button'
  const control = place?.querySelector<HTMLElement>('[aria-invalid=true]') ?? place?.querySelector<HTMLElement>(fields)
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}

/** Under this name what was typed is kept until it is saved. */
const keptName = 'settings'

/** The settings whose values differ. */
const listChanged = (values: Partial<Values>, before: Partial<Values>): readonly SettingName[] =>
  settingNames.filter((name) => values[name] !== undefined && differs(values[name], before[name]))

/** The present values, with what was typed and not saved. */
const withTyped = (before: Values, { form, saved }: Pick<Kept<Values>, 'form' | 'saved'>): Values => ({
  ...before,
  ...Object.fromEntries(listChanged(form, saved).map((name) => [name, form[name]])),
})

/** The settings in which something is wrong, by the names of faults. */
const listFaulty = (faults: Faults): readonly SettingName[] =>
  settingNames.filter((name) =>
    [name, ...Object.keys(settingFields[name].write)].some((part) =>
      Object.keys(faults).some((fault) => faults[fault] && (fault === part || fault.startsWith(`${part}.`))),
    ),
  )

/** The form of all settings, of which one group is shown, or what a search finds. */
const SettingsForm = ({ stored, group }: { readonly stored: SiteSettings; readonly group: SettingGroup }) => {
  const [settings, setSettings] = useState(stored)
  const before: Values = readForm(settingFields, settings)
  const [found, setFound] = useState(() => findKept<Values>(keptName))
  const [values, setValues] = useState(() => (found ? withTyped(before, found.kept) : before))
  const [sentFaults, setSentFaults] = useState<Faults>({})
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [search, setSearch] = useState('')
  const fontFiles = useFontFiles()
  const { query, route } = useLocation()
  const wanted = query['field']
  useEffect(() => {
    if (wanted) focusSetting(wanted)
  }, [wanted, group])
  const faults: Faults = { ...sentFaults, ...(isTried && listFaults(settingFields, values)) }
  const changed = listChanged(values, before)
  const changes = changed.length + Object.keys(fontFiles.chosen).length
  const change = (some: Partial<Values>): void => {
    const form = { ...values, ...some }
    setValues(form)
    setSentFaults((all) => faultsLeft(settingFields, all, values, form))
    if (differs(form, before)) keep(keptName, { form, saved: before, etag: '' }, found?.copies)
    else forgetTyped()
  }
  const forgetTyped = (): void => {
    forget(keptName, found?.copies)
    setFound(undefined)
  }
  /** What the server has now; what was typed since it was asked stays. */
  const show = (answered: SiteSettings, sent: Values): void => {
    setSettings(answered)
    setValues((now) => withTyped(readForm(settingFields, answered), { form: now, saved: sent }))
  }
  const discard = (): void => {
    forgetTyped()
    setValues(before)
    setSentFaults({})
    setTried(false)
    fontFiles.discard()
  }
  const goTo = (name: SettingName): void => {
    setSearch('')
    route(`${adminPath}${settingPath(groupOf(name), name)}`)
    // The address may be the same as before.
    setTimeout(() => focusSetting(name))
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setTried(true)
    const [wrong] = listFaulty(listFaults(settingFields, values))
    if (wrong) return goTo(wrong)
    const body = listChanges<Values, SettingsBody>(settingFields, values, before)
    const undo = Object.fromEntries(Object.entries(settings).filter(([name]) => name in body))
    const send = (sent: object) => write<SiteSettings>('POST', 'wp/v2', 'settings', { body: sent })
    setBusy(true)
    try {
      const haveFilesChanged = await fontFiles.save()
      const answered = await send(body)
      forgetTyped()
      setSentFaults({})
      setTried(false)
      show(answered, values)
      const takeBack = async (): Promise<void> => {
        const back = await send(undo)
        show(back, readForm(settingFields, answered))
      }
      // A file that was replaced is gone.
      notify(t('Saved.'), haveFilesChanged ? undefined : takeBack, { text: t('View site'), address: root('') })
    } catch (error) {
      const told = error instanceof CalendarError ? error.params : {}
      const [first] = listFaulty(told)
      if (first) {
        setSentFaults(told)
        goTo(first)
      } else notifyFault(error)
    }
    setBusy(false)
  }
  const fixed = Object.fromEntries(Object.entries(settings._fixed).map(([name, source]) => [name, fixedText(source)]))
  const one = (name: SettingName): ComponentChildren => (
    <div key={name} class="setting" data-setting={name} data-changed={changed.includes(name)}>
      <OneField name={name} fields={settingFields} form={values} change={change} faults={faults} fixed={fixed} />
      {name === 'font' && values.font === 'own' && <FontFiles {...fontFiles} />}
    </div>
  )
  const isDesign = group === settingGroups[0]
  const isSearching = search.trim() !== ''
  return (
    <div class={isDesign && !isSearching ? 'settings with-preview' : 'settings'}>
      <div class="settings-nav">
        <input
          type="search"
          aria-label={t('Search the settings')}
          placeholder={t('Search the settings')}
          value={search}
          onInput={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Groups current={isSearching ? undefined : group} onOpen={() => setSearch('')} />
      </div>
      <form class="stack" noValidate onSubmit={submit}>
        {found && <RestoredNotice at={found.kept.at} onDiscard={discard} />}
        {isSearching ? (
          <Findings search={search} one={one} />
        ) : (
          group.sections.map(({ title, about, names }) => (
            <Section key={title()} title={title()} about={about()}>
              {names.map(one)}
            </Section>
          ))
        )}
        <SaveBar changes={changes} faulty={listFaulty(faults)} isBusy={isBusy} onDiscard={discard} onFaulty={goTo} />
      </form>
      {isDesign && !isSearching && (
        <Beside changes={listChanges<Values, SettingsBody>(settingFields, values, before)} />
      )}
    </div>
  )
}

/** The groups with their addresses. */
const Groups = ({ current, onOpen }: { readonly current: SettingGroup | undefined; readonly onOpen: () => void }) => (
  <nav aria-label={t('Groups of settings')}>
    <ul>
      {settingGroups.map((group) => (
        <li key={group.id}>
          <a
            href={`${adminPath}${settingPath(group)}`}
            {...(group === current ? { 'aria-current': 'page' as const } : {})}
            onClick={onOpen}
          >
            {group.title()}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Section = ({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about?: string
  readonly children: ComponentChildren
}) => {
  const id = useId()
  return (
    <section class="card stack" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {about && <p class="hint">{about}</p>}
      </header>
      {children}
    </section>
  )
}

/** The settings that have the words of a search, by their groups. */
const Findings = ({
  search,
  one,
}: {
  readonly search: string
  readonly one: (name: SettingName) => ComponentChildren
}) => {
  const names = settingNames.filter((name) => hasWords(wordsOf(name), search))
  const groups = settingGroups.filter((group) => names.some((name) => groupOf(name) === group))
  return (
    <>
      <p class="hint" role="status">
        {names.length > 0
          ? tn('{count} setting found', '{count} settings found', names.length)
          : t('No setting has these words.')}
      </p>
      {groups.map((group) => (
        <Section key={group.id} title={group.title()}>
          {names.filter((name) => groupOf(name) === group).map(one)}
        </Section>
      ))}
    </>
  )
}

/** What to do with the changes, and which of them cannot be saved as they are; nothing is shown while there are none. */
const SaveBar = ({
  changes,
  faulty,
  isBusy,
  onDiscard,
  onFaulty,
}: {
  readonly changes: number
  readonly faulty: readonly SettingName[]
  readonly isBusy: boolean
  readonly onDiscard: () => void
  readonly onFaulty: (name: SettingName) => void
}) => (
  <div class="save-bar" hidden={changes === 0}>
    {faulty.length > 0 && (
      <div class="wrong" role="alert">
        <strong>
          {tn('{count} setting cannot be saved yet:', '{count} settings cannot be saved yet:', faulty.length)}
        </strong>{' '}
        {faulty.map((name, at) => (
          <span key={name}>
            {at > 0 && ', '}
            <a
              href={`${adminPath}${settingPath(groupOf(name), name)}`}
              onClick={(event) => {
                // The router would not go to the address at which it is already.
                event.preventDefault()
                event.stopPropagation()
                onFaulty(name)
              }}
            >
              {settingFields[name].label()}
            </a>
          </span>
        ))}
      </div>
    )}
    <p role="status">{changes > 0 && tn('{count} setting changed', '{count} settings changed', changes)}</p>
    <div class="actions">
      <Button kind="quiet" onClick={onDiscard}>
        {t('Discard the changes')}
      </Button>
      <Button type="submit" kind="primary" isBusy={isBusy} disabled={changes === 0}>
        {t('Save')}
      </Button>
    </div>
  </div>
)

/** The preview beside the form, or below it once somebody asks for it, where there is no room beside. */
const Beside = ({ changes }: { readonly changes: object }) => {
  const isWide = useMedia('(width >= 64rem)')
  const [isOpen, setOpen] = useState(false)
  return (
    <div class="beside">
      {!isWide && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Hide the preview') : t('Show the preview')}
        </Button>
      )}
      {(isWide || isOpen) && <PagePreview changes={changes} />}
    </div>
  )
}
