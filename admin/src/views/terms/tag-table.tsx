import { adminPath } from '../../api/root.ts'
import type { Term } from '../../api/terms.ts'
import { formatNumber, t } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { plainText } from '../../ui/plain-text.ts'

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
  <div class="table">
    <table>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('Name')}</th>
          <th scope="col">{t('Name in the address')}</th>
          <th scope="col">{t('Events')}</th>
          <th scope="col">{t('Actions')}</th>
        </tr>
      </thead>
      <tbody>
        {tags.map((tag) => {
          const name = plainText(tag.name)
          return (
            <tr key={tag.id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('Select “{name}”', { name })}
                  checked={selected.has(tag.id)}
                  onChange={() => onSelect(tag)}
                />
              </td>
              <th scope="row">{name}</th>
              <td>{tag.slug}</td>
              <td>
                <a href={`${adminPath}/?tags=${tag.id}&span=all`}>{formatNumber(tag.count)}</a>
              </td>
              <td>
                <div class="actions">
                  <Button kind="quiet" aria-label={t('Edit “{name}”', { name })} onClick={() => onEdit(tag)}>
                    {t('Edit')}
                  </Button>
                  <Button kind="quiet" aria-label={t('Delete “{name}”', { name })} onClick={() => onRemove(tag)}>
                    {t('Delete')}
                  </Button>
                </div>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </div>
)
