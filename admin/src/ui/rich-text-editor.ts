import { Editor } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'

/** Makes an editor in a place. It knows only what descriptions keep, so that pasted styles and scripts fall away. */
export const createEditor = (
  element: HTMLElement,
  labelledBy: string,
  content: string,
  onUpdate: (html: string) => void,
): Editor =>
  new Editor({
    element,
    content,
    // A style element would need a weaker Content-Security-Policy; its rules are in `style/views.css`.
    injectCSS: false,
    extensions: [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' } })],
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelledBy } },
    onUpdate: ({ editor }) => onUpdate(editor.isEmpty ? '' : editor.getHTML()),
  })
