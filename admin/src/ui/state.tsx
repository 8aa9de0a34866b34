import type { ComponentChildren } from 'preact'
import { unreachable } from '../api/session.ts'
import type { Loaded } from '../api/use-loaded.ts'
import { t } from '../texts.ts'
import { Button } from './button.tsx'
import { Heading } from './heading.tsx'
import { Skeleton } from './skeleton.tsx'

/** Shows data, or that it is loading, cannot be read, or is empty. */
export function LoadedState<T>({
  loaded,
  isEmpty,
  empty,
  title,
  children,
}: {
  readonly loaded: Loaded<T>
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: ComponentChildren
  /** The heading until there is data, where the data name the page. */
  readonly title?: string
  readonly children: (data: T) => ComponentChildren
}) {
  const { data, error, isLoading, reload } = loaded
  return (
    <div aria-busy={isLoading}>
      {title !== undefined && data === undefined && <Heading title={title} />}
      {error && (
        <div class="notice failed" role="alert">
          <span>{error.message}</span>
          <Button onClick={reload}>{t('Try again')}</Button>
        </div>
      )}
      {data === undefined && isLoading && <Skeleton />}
      {data !== undefined && (isEmpty?.(data) ? <div class="empty">{empty}</div> : children(data))}
    </div>
  )
}

/**
 * Stands for a view or a field whose code could not be loaded. The page is loaded again, since browsers do not ask again for code that failed once;
 * what was typed is kept.
 */
export const NotLoaded = () => (
  <div class="notice failed" role="alert">
    <span>{unreachable().message}</span>
    <Button onClick={() => location.reload()}>{t('Try again')}</Button>
  </div>
)
