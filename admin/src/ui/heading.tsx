import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** The heading of a view with what can be done there. It names the page, and takes the focus when the view opens. */
export const Heading = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${siteName}`
  }, [title])
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <header class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div class="actions">{children}</div>
    </header>
  )
}

const siteName = document.title
