import { useEffect, useState } from 'preact/hooks'
import { t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Fault } from '../../ui/fault.tsx'
import { CheckField, SelectField } from '../../ui/field.tsx'
import { type ImportOptions, type Origin, sendImport } from './imports-api.ts'
import { RecordOptionFields } from './record-option-fields.tsx'

/** What was chosen, and how it is to be imported. */
export type Draft = { readonly origin: Origin; readonly options: ImportOptions }

/** Shows what was chosen, asks for the options, and sends it: first for a look, then to import it. */
export const ImportDraft = ({
  draft: { origin, options },
  isBusy,
  isLookedAt,
  onOptions,
  onSent,
  onClose,
}: {
  readonly draft: Draft
  /** One file is imported at a time. */
  readonly isBusy: boolean
  /** A dry run with these options has shown what would happen. */
  readonly isLookedAt: boolean
  readonly onOptions: (changed: Partial<ImportOptions>) => void
  readonly onSent: (id: number, isDry: boolean) => void
  readonly onClose: () => void
}) => {
  const [progress, setProgress] = useState<number>()
  const [fault, setFault] = useState('')
  const columns = useColumns(origin)
  const send = async (isDry: boolean): Promise<void> => {
    setFault('')
    setProgress(0)
    try {
      onSent((await sendImport(origin, options, isDry, setProgress)).id, isDry)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setProgress(undefined)
  }
  const isSending = progress !== undefined
  return (
    <section class="card stack" aria-label={t('What is imported')}>
      <h2 class="file-title">{'file' in origin ? origin.file.name : origin.url}</h2>
      <Fault text={fault} />
      {isSending && <progress value={progress} max={1} aria-label={t('Uploading the file')} />}
      <details>
        <summary>{t('Options')}</summary>
        <div class="stack">
          <RecordOptionFields options={options} onChange={onOptions} />
          <CheckField
            label={t('Update what was imported before and has changed since')}
            checked={options.update}
            onChecked={(update) => onOptions({ update })}
          />
        </div>
      </details>
      {columns.length > 0 && (
        <details>
          <summary>{t('Columns of the table')}</summary>
          <ColumnFields columns={columns} map={options.map} onMap={(map) => onOptions({ map })} />
        </details>
      )}
      <div class="actions">
        <Button kind={isLookedAt ? 'plain' : 'primary'} isBusy={isBusy || isSending} onClick={() => send(true)}>
          {t('Look first')}
        </Button>
        {isLookedAt && (
          <Button kind="primary" isBusy={isBusy || isSending} onClick={() => send(false)}>
            {t('Import these records')}
          </Button>
        )}
        <Button disabled={isSending} onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
      {!isLookedAt && <p class="hint">{t('Shows what would be imported. Nothing is changed yet.')}</p>}
    </section>
  )
}

/** The titles of the columns of a table; none for another file. */
const useColumns = (origin: Origin): readonly string[] => {
  const [columns, setColumns] = useState<readonly string[]>([])
  useEffect(() => {
    let isLast = true
    setColumns([])
    if ('file' in origin)
      readColumns(origin.file).then(
        (found) => isLast && setColumns(found),
        // The server reports a file that cannot be read.
        () => undefined,
      )
    return () => {
      isLast = false
    }
  }, [origin])
  return columns
}

/** The fields that a column can be chosen for, as the import names them. */
const fields: readonly (readonly [field: string, name: () => string])[] = [
  ['title', () => t('Title')],
  ['start_date', () => t('First day')],
  ['start_time', () => t('Start')],
  ['end_date', () => t('Last day')],
  ['end_time', () => t('End')],
  ['description', () => t('Description')],
  ['venue.venue', () => t('Venue')],
  ['venue.address', () => t('Address')],
  ['venue.city', () => t('City')],
  ['organizer.organizer', () => t('Organizer')],
  ['categories', () => t('Categories')],
  ['tags', () => t('Tags')],
  ['cost', () => t('Price')],
  ['website', () => t('Website')],
  ['image', () => t('Picture')],
  ['external_id', () => t('Id by which it is found again')],
]

/** Asks which column of a table is which field; columns with usual titles are recognised without it. */
const ColumnFields = ({
  columns,
  map,
  onMap,
}: {
  readonly columns: readonly string[]
  readonly map: Readonly<Record<string, string>>
  readonly onMap: (map: Readonly<Record<string, string>>) => void
}) => {
  const choose = (field: string, column: string): void => {
    const others = Object.entries(map).filter(([name]) => name !== field)
    onMap(Object.fromEntries(column === '' ? others : [...others, [field, column]]))
  }
  return (
    <div class="stack">
      <p>{t('Columns with usual titles are recognised. Choose those that are not, or are not right.')}</p>
      <div class="column-map">
        {fields.map(([field, name]) => (
          <SelectField
            key={field}
            label={name()}
            value={map[field] ?? ''}
            options={[['', t('As recognised')], ...columns.map((column) => [column, column] as const)]}
            onValue={(column) => choose(field, column)}
          />
        ))}
      </div>
    </div>
  )
}

/** Bytes in which the titles of all columns are. */
const enough = 64 * 1024

const separators = [',', ';', '\t', '|'] as const

/** The titles of the columns of a CSV file, by its name; none for a file of another kind. */
const readColumns = async (file: File): Promise<readonly string[]> => {
  if (!/\.(?:csv|tsv|txt)$/i.test(file.name)) return []
  const line = firstLine(decode(new Uint8Array(await file.slice(0, enough).arrayBuffer())))
  const count = (separator: string): number => cellsOf(line, separator).length
  const [separator] = [...separators].sort((one, other) => count(other) - count(one))
  const titles = cellsOf(line, separator ?? ',').map((title) => title.trim())
  // The server takes pairs of field and column between commas.
  return [...new Set(titles)].filter((title) => title !== '' && !title.includes(','))
}

/** Programs that write tables use one of these encodings. */
const decode = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // The end may have cut a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const firstLine = (text: string): string => text.split(/\r\n?|\n/).find((line) => line.trim() !== '') ?? ''

/** The cells of a line; one in quotation marks may contain the separator. */
const cellsOf = (line: string, separator: string): readonly string[] => {
  const cells: string[] = ['']
  let isQuoted = false
  for (const [at, character] of [...line].entries()) {
    const last = cells.length - 1
    if (character === '"') {
      // Two within quotation marks are one.
      if (!isQuoted && line[at - 1] === '"') cells[last] += '"'
      isQuoted = !isQuoted
    } else if (character === separator && !isQuoted) cells.push('')
    else cells[last] += character
  }
  return cells
}
