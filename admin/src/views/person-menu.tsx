import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { adminPath } from '../api/root.ts'
import { session } from '../api/session.ts'
import { read } from '../api/site.ts'
import { chooseLanguage } from '../language.ts'
import { language, languageNames, t } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { useDensity } from '../ui/density.ts'
import { SelectField } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { readPreference, writePreference } from '../ui/preference.ts'
import { accountItem } from './menu.ts'
import { roleNames } from './people/roles.ts'

/** The person who is logged in: a button with the name, and what opens below it. It closes like a menu, and the button gets the focus back. */
export const PersonMenu = ({ onLogOut }: { readonly onLogOut: () => void }) => {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { path } = useLocation()
  const [name, forgetName] = useName(isOpen)
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: Event): void => {
      if (!box.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that are pressed inside arrive here.
    <div
      ref={box}
      class="person-box"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isOpen) return
        setOpen(false)
        button.current?.focus()
      }}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget && !box.current?.contains(relatedTarget as Node)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        class="person-button"
        title={name}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="initial person" aria-hidden="true">
          {name ? initialOf(name) : <Icon name="person" />}
        </span>
        <span class="who">{name}</span>
        <span class="unseen"> {t('Account and view')}</span>
        <Icon name="unfold" />
      </button>
      <div id={id} class="person-menu" hidden={!isOpen}>
        {isOpen && (
          <Choices
            name={name}
            onLogOut={() => {
              forgetName()
              onLogOut()
            }}
          />
        )}
      </div>
    </div>
  )
}

/** The name of the person, which the browser knows from the last time, so that a page needs no request for it; it is read again when the menu opens. */
const useName = (isOpen: boolean) => {
  const key = `name:${session()?.user}`
  const [name, setName] = useState(readPreference(key) ?? '')
  useEffect(() => {
    if (name !== '' && !isOpen) return
    // Without the name everything else works.
    read<{ readonly name: string }>('wp/v2', 'users/me', { _fields: 'name' }).then(
      (found) => {
        setName(found.name)
        writePreference(key, found.name)
      },
      () => undefined,
    )
  }, [isOpen])
  return [name, () => writePreference(key, '')] as const
}

const Choices = ({ name, onLogOut }: { readonly name: string; readonly onLogOut: () => void }) => {
  const [density, setDensity] = useDensity()
  return (
    <>
      <p>
        <strong>{name}</strong>
        <br />
        <span class="quiet">{roleNames[session()?.role ?? 'subscriber']()}</span>
      </p>
      <a href={`${adminPath}${accountItem.path}`}>
        <Icon name={accountItem.icon} />
        {accountItem.text()}
      </a>
      <hr />
      <SelectField
        label={t('Density')}
        value={density}
        options={[
          ['comfortable', t('Comfortable')],
          ['compact', t('Compact')],
        ]}
        onValue={(value) => setDensity(value === 'compact' ? value : 'comfortable')}
      />
      <SelectField
        label={t('Language of the administration')}
        value={language}
        options={Object.entries(languageNames)}
        onValue={chooseLanguage}
      />
      <hr />
      <Button kind="quiet" icon="leave" onClick={onLogOut}>
        {t('Log out')}
      </Button>
    </>
  )
}

/** The first letter of a name, of whatever script. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase(language) ?? ''
