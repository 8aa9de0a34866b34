import { t } from '../../texts.ts'
import { UrlField } from '../../ui/field.tsx'
import type { Faults } from './form.ts'

/** The website of a record. */
export const WebsiteField = ({
  form,
  change,
  faults,
}: {
  readonly form: { readonly website: string }
  readonly change: (changed: { readonly website: string }) => void
  readonly faults: Faults
}) => (
  <UrlField
    name="website"
    label={t('Website')}
    value={form.website}
    error={faults['website']}
    onValue={(website) => change({ website })}
  />
)
