import { useRef, useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { FormFields } from '../../ui/form.tsx'
import { isOutdated, notify, notifyFault } from '../../ui/notices.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { diffWords } from './diff-words.ts'
import {
  type Collection,
  describeVersion,
  differing,
  labelOf,
  listVersions,
  momentOf,
  type Names,
  type Payload,
  readVersion,
  restorable,
  textOfValue,
  type Version,
  type WholeVersion,
} from './versions.ts'

type Props<F, B> = {
  readonly fields: FormFields<F, B>
  readonly collection: Collection
  readonly record: number
  /** Whether the form holds something that is not saved, which a restored version would replace. */
  readonly isChanged: boolean
  /** Writes the fields of a version to the record, unless it has changed since an ETag or since it was read; answers the new ETag. */
  readonly write: (payload: Payload, etag?: string) => Promise<string>
  /** Shows the record as somebody else has left it. */
  readonly onOutdated: () => Promise<unknown>
  readonly onClose: () => void
}

/** The versions of a record: who changed it, when, and what; an older one can be restored. */
export const History = <F, B>({ fields, collection, record, isChanged, write, onOutdated, onClose }: Props<F, B>) => {
  const loaded = useLoaded('', () => listVersions(collection, record))
  const known = useRef(new Map<number, Promise<WholeVersion>>())
  const readWhole = (id: number): Promise<WholeVersion> => {
    const found = known.current.get(id) ?? readVersion(collection, record, id)
    known.current.set(id, found)
    return found
  }
  const restore = async (version: Version, newest: Version): Promise<void> => {
    try {
      const [wanted, present] = await Promise.all([readWhole(version.id), readWhole(newest.id)])
      const etag = await write(restorable(wanted.payload))
      onClose()
      notify(t('The version of {date} is restored.', { date: momentOf(version) }), () =>
        write(restorable(present.payload), etag),
      )
    } catch (error) {
      if (!isOutdated(error)) return notifyFault(error)
      await onOutdated().catch(notifyFault)
      loaded.reload()
      notifyFault(t('Somebody else has changed it meanwhile. Nothing was restored; the list shows the latest version.'))
    }
  }
  return (
    <Dialog title={t('History')} onClose={onClose} isWide>
      <div class="stack">
        <LoadedState
          loaded={loaded}
          isEmpty={({ records }) => records.length === 0}
          empty={<p>{t('No versions are kept of this record yet. The next change begins its history.')}</p>}
        >
          {({ records }) => (
            <Versions fields={fields} versions={records} read={readWhole} isChanged={isChanged} onRestore={restore} />
          )}
        </LoadedState>
        <div class="actions">
          <Button onClick={onClose}>{t('Close')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

const Versions = <F, B>({
  fields,
  versions,
  read,
  isChanged,
  onRestore,
}: {
  readonly fields: FormFields<F, B>
  readonly versions: readonly Version[]
  readonly read: (id: number) => Promise<WholeVersion>
  readonly isChanged: boolean
  readonly onRestore: (version: Version, newest: Version) => void
}) => {
  const [newest] = versions
  const [chosen, setChosen] = useState(newest?.id)
  const at = versions.findIndex(({ id }) => id === chosen)
  const version = versions[at]
  return (
    <div class="history">
      <ol class="versions" aria-label={t('Versions')}>
        {versions.map((one) => (
          <li key={one.id}>
            <button type="button" aria-pressed={one.id === chosen} onClick={() => setChosen(one.id)}>
              <strong>{momentOf(one)}</strong>
              <span>{one.author_name || t('automatically')}</span>
              <span class="quiet">{describeVersion(fields, one)}</span>
            </button>
          </li>
        ))}
      </ol>
      {version && newest && (
        <section class="stack" aria-label={t('What has changed')}>
          <Comparison fields={fields} key={version.id} version={version} versions={versions} at={at} read={read} />
          {version !== newest && (
            <div class="actions">
              <Button kind="primary" disabled={isChanged} onClick={() => onRestore(version, newest)}>
                {t('Restore this version')}
              </Button>
              <p class="hint">
                {isChanged
                  ? t('Save or discard your changes first.')
                  : t('The status and the publication date stay as they are.')}
              </p>
            </div>
          )}
        </section>
      )}
    </div>
  )
}

/** Fields that repeat the value of another. */
const repeated = new Set(['date'])

/** The changes of a version since the previous one, or since any other, field by field. */
const Comparison = <F, B>({
  fields,
  version,
  versions,
  at,
  read,
}: {
  readonly fields: FormFields<F, B>
  readonly version: Version
  readonly versions: readonly Version[]
  readonly at: number
  readonly read: (id: number) => Promise<WholeVersion>
}) => {
  const [other, setOther] = useState(versions[at + 1]?.id ?? 0)
  const loaded = useLoaded(`${version.id} ${other}`, () =>
    Promise.all([read(version.id), other === 0 ? undefined : read(other)]),
  )
  const others = versions.filter(({ id }) => id !== version.id)
  const options = others.map((one) => {
    const text = [momentOf(one), one.author_name].filter(Boolean).join(' · ')
    return [String(one.id), text] as const
  })
  return (
    <>
      <SelectField
        label={t('Compared with')}
        value={String(other)}
        options={[['0', t('nothing: the whole version')], ...options]}
        onValue={(id) => setOther(Number(id))}
      />
      <LoadedState loaded={loaded}>
        {([after, before]) => <Differences fields={fields} before={before} after={after} />}
      </LoadedState>
    </>
  )
}

const Differences = <F, B>({
  fields,
  before,
  after,
}: {
  readonly fields: FormFields<F, B>
  readonly before: WholeVersion | undefined
  readonly after: WholeVersion
}) => {
  const names: Names = mergeNames(before?.names ?? {}, after.names)
  const texts = differing(before?.payload ?? {}, after.payload)
    .filter((name) => !repeated.has(name))
    .map((name) => ({
      name,
      old: textOfValue(fields, name, before?.payload[name], names),
      new: textOfValue(fields, name, after.payload[name], names),
    }))
    .filter((text) => text.old !== text.new)
  if (texts.length === 0) return <p>{t('Both versions are the same.')}</p>
  return (
    <dl class="differences">
      {texts.map((text) => (
        <div key={text.name}>
          <dt>{labelOf(fields, text.name)}</dt>
          <dd>
            {diffWords(text.old, text.new).map(({ kind, text: words }, place) =>
              kind === 'removed' ? (
                <del key={place}>{words}</del>
              ) : kind === 'added' ? (
                <ins key={place}>{words}</ins>
              ) : (
                words
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const mergeNames = (one: Names, other: Names): Names => {
  const fields = Object.keys({ ...one, ...other })
  return Object.fromEntries(fields.map((field) => [field, { ...one[field], ...other[field] }]))
}
