/** The command line is wrong; the message explains it. Exit code 64. */
export class UsageError extends Error {}

/** Something in the settings cannot be used: a directory, the database, an address. Exit code 78. */
export class StartError extends Error {}

/** The configured database file belongs to another program, or is not a database. */
export class OtherFileError extends StartError {}

/** The exit code of a command that has done its work, and reports image files on standard error. */
export const doneWithFindings = 2
