import {exportForm, exportTimelineForm} from './export-dialog.ts';
import {entryOfMemorable, withoutSecretsIn, type Entry} from './export-entry.ts';
import {copyMenu, takeMenu} from './export-menus.ts';
import {formats} from './formats.ts';
import {transcriptForm} from './transcript-dialog.ts';
import {endTranscript} from './transcript.ts';

/** The modules that the bundle loads with the first copy, export or transcript (`build/lazy-imports.ts`). */
export const exportOnDemand = {
	copyMenu,
	takeMenu,
	exportForm,
	exportTimelineForm,
	transcriptForm,
	endTranscript,
	entryOfMemorable,
	markdownOf: (entry: Entry, hide: (text: string) => string) =>
		formats.markdown.entry(withoutSecretsIn(entry, hide)),
};
