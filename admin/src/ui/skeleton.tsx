import { t } from '../texts.ts'

/** Stands for what is being read, in its rough shape; it appears only if that takes a moment. */
export const Skeleton = ({ lines = 6 }: { readonly lines?: number }) => (
  <div class="skeleton">
    <span class="unseen">{t('Loading …')}</span>
    {Array.from({ length: lines }, (_, at) => (
      <span key={at} class="bone" />
    ))}
  </div>
)
