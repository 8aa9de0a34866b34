import { adminPath } from '../../api/root.ts'
import type { Term } from '../../api/terms.ts'
import { formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { plainText } from '../../ui/plain-text.ts'
import { Table } from '../../ui/table.tsx'

/** A page of tags. */
export const TagTable = ({
  tags,
  selected,
  onSelect,
  onEdit,
  onRemove,
}: {
  readonly tags: readonly Term[]
  readonly selected: ReadonlyMap<number, Term>
  readonly onSelect: (tag: Term) => void
  readonly onEdit: (tag: Term) => void
  readonly onRemove: (tag: Term) => void
}) => (
  <Table
    columns={[
      {
        key: 'select',
        name: '',
        kind: 'select',
        show: (tag) => (
          <input
            type="checkbox"
            aria-label={t('Select “{name}”', { name: nameOf(tag) })}
            checked={selected.has(tag.id)}
            onChange={() => onSelect(tag)}
          />
        ),
      },
      { key: 'name', name: t('Name'), kind: 'header', show: nameOf },
      { key: 'slug', name: t('Slug (URL)'), show: ({ slug }) => slug },
      {
        key: 'events',
        name: t('Events'),
        show: ({ id, count }) => <a href={`${adminPath}/?tags=${id}&span=all`}>{formatNumber(count)}</a>,
      },
      {
        key: 'actions',
        name: t('Actions'),
        kind: 'actions',
        show: (tag) => (
          <>
            <Button kind="quiet" aria-label={t('Edit “{name}”', { name: nameOf(tag) })} onClick={() => onEdit(tag)}>
              {t('Edit')}
            </Button>
            <Button kind="quiet" aria-label={t('Delete “{name}”', { name: nameOf(tag) })} onClick={() => onRemove(tag)}>
              {t('Delete')}
            </Button>
          </>
        ),
      },
    ]}
    rows={tags}
    keyOf={({ id }) => id}
  />
)

const nameOf = ({ name }: Term): string => plainText(name)
