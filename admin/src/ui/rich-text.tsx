import type { Editor } from '@tiptap/core'
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../api/use-loaded.ts'
import { t } from '../texts.ts'
import { Button, IconButton } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ReadOnlyContext, TextField } from './field.tsx'
import { Skeleton } from './skeleton.tsx'
import { NotLoaded } from './state.tsx'

/** A text with headings, lists and links. The editor is loaded when a form needs it; the server sanitizes what it sends. */
export const RichText = ({
  label,
  value,
  onValue,
}: {
  readonly label: string
  readonly value: string
  readonly onValue: (html: string) => void
}) => {
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [, setTurn] = useState(0)
  const isReadOnly = useContext(ReadOnlyContext)
  const latest = useRef({ value, onValue })
  latest.current = { value, onValue }
  const { data: code, error } = useLoaded('editor', () => import('./rich-text-editor.ts'))
  // One editor lives as long as the field.
  useEffect(() => {
    if (!code || !place.current) return
    const made = code.createEditor(place.current, id, latest.current.value, (html) => latest.current.onValue(html))
    made.on('transaction', () => setTurn((turn) => turn + 1))
    setEditor(made)
    return () => made.destroy()
  }, [code])
  useEffect(() => {
    editor?.setEditable(!isReadOnly, false)
  }, [isReadOnly, editor])
  // A form that is reset, or merged, puts another text here.
  useEffect(() => {
    if (editor && value !== editor.getHTML() && !editor.isFocused)
      editor.commands.setContent(value, { emitUpdate: false })
  }, [value, editor])
  return (
    <div class="field rich">
      <span id={id} class="label">
        {label}
      </span>
      {editor && !isReadOnly && <Toolbar editor={editor} label={label} />}
      <div ref={place} />
      {error ? <NotLoaded /> : !editor && <Skeleton lines={3} />}
    </div>
  )
}

const Toolbar = ({ editor, label }: { readonly editor: Editor; readonly label: string }) => {
  const [linked, setLinked] = useState<string>()
  const chain = () => editor.chain().focus()
  const link = (href: string): void => {
    setLinked(undefined)
    if (href === '') chain().extendMarkRange('link').unsetLink().run()
    else chain().extendMarkRange('link').setLink({ href }).run()
  }
  const tools = [
    ['bold', t('Bold'), () => chain().toggleBold().run()],
    ['italic', t('Italic'), () => chain().toggleItalic().run()],
    ['heading', t('Heading'), () => chain().toggleHeading({ level: 3 }).run()],
    ['bulletList', t('List'), () => chain().toggleBulletList().run()],
    ['orderedList', t('Numbered list'), () => chain().toggleOrderedList().run()],
    ['blockquote', t('Quotation'), () => chain().toggleBlockquote().run()],
    ['link', t('Link'), () => setLinked(String(editor.getAttributes('link')['href'] ?? ''))],
  ] as const
  return (
    <div class="toolbar" role="toolbar" aria-label={t('Format of “{label}”', { label })}>
      {tools.map(([name, text, run]) => (
        <IconButton
          key={name}
          icon={name}
          text={text}
          aria-pressed={editor.isFocused && editor.isActive(name)}
          onClick={run}
        />
      ))}
      {linked !== undefined && <LinkDialog address={linked} onAddress={link} onClose={() => setLinked(undefined)} />}
    </div>
  )
}

/** Asks for the URL of a link in a text. It is not a form, because it is inside the form of a record. */
const LinkDialog = ({
  address,
  onAddress,
  onClose,
}: {
  readonly address: string
  /** '' removes the link. */
  readonly onAddress: (address: string) => void
  readonly onClose: () => void
}) => {
  const [text, setText] = useState(address)
  const isWrong = !/^(https?:\/\/|mailto:|tel:|\/)\S+$/i.test(text.trim())
  return (
    <Dialog title={t('Link')} onClose={onClose}>
      <TextField
        label={t('Address')}
        placeholder="https://"
        value={text}
        error={text !== '' && isWrong ? t('An address begins with https:// or http://.') : undefined}
        onValue={setText}
      />
      <div class="actions">
        <Button kind="primary" disabled={isWrong} onClick={() => onAddress(text.trim())}>
          {t('Set the link')}
        </Button>
        {address !== '' && <Button onClick={() => onAddress('')}>{t('Remove the link')}</Button>}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  )
}
