/** What one console command does, given its arguments and its line as typed; the text is the console's. */
export type Verb = (args: string[], line: string) => string;
