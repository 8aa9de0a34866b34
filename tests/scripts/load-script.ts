/** Loads one of the project's start scripts, which are plain JavaScript so that older versions of Node can run them. */
export const loadScript = async <Script>(name: string): Promise<Script> => {
  const script: Script = await import(scriptUrl(name))
  return script
}

/** The address of a start script, for programs that import it. */
export const scriptUrl = (name: string): string => new URL(`../../scripts/${name}`, import.meta.url).href
