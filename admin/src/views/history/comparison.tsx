import { useState } from 'preact/hooks'
import { useLoaded } from '../../api/use-loaded.ts'
import { t } from '../../texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { LoadedState } from '../../ui/state.tsx'
import { diffWords } from './diff-words.ts'
import { labelOf, type Names, textOfValue } from './field-texts.ts'
import { differing, momentOf, type Version, type WholeVersion } from './versions.ts'

/** Fields that repeat the value of another. */
const repeated = new Set(['date'])

/** The changes of a version since the previous one, or since any other, field by field. */
export const Comparison = ({
  version,
  versions,
  at,
  read,
}: {
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
      <LoadedState loaded={loaded}>{([after, before]) => <Differences before={before} after={after} />}</LoadedState>
    </>
  )
}

const Differences = ({
  before,
  after,
}: {
  readonly before: WholeVersion | undefined
  readonly after: WholeVersion
}) => {
  const names: Names = mergeNames(before?.names ?? {}, after.names)
  const texts = differing(before?.payload ?? {}, after.payload)
    .filter((name) => !repeated.has(name))
    .map((name) => ({
      name,
      old: textOfValue(name, before?.payload[name], names),
      new: textOfValue(name, after.payload[name], names),
    }))
    .filter((text) => text.old !== text.new)
  if (texts.length === 0) return <p>{t('Both versions are the same.')}</p>
  return (
    <dl class="differences">
      {texts.map((text) => (
        <div key={text.name}>
          <dt>{labelOf(text.name)}</dt>
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
