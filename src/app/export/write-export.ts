import {pause} from '../../lib/clock.ts';
import {plural} from '../../lib/plural.ts';
import {type Message} from '../../messages/text.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import type {Export, Part} from './export-parts.ts';
import {exportMessages} from '../../messages/export.ts';

/** Characters processed before keys and frames are let through: a few milliseconds of work. */
const slice = 100_000;

const isWriting = exportMessages.isWriting;

type Progress = {lines: number; entries: number};

/**
Writes an export to a file, slice by slice. The file appears once it is complete, or not at all. Returns the
reason as a sentence if it cannot be written.
*/
export async function writeExport(
	services: Services,
	name: string,
	{lines, parts}: Export,
): Promise<Message | undefined> {
	const {store, clock, files, newId, ended} = services;
	if (store.getState().exporting) return isWriting;
	const id = newId();
	const progress: Progress = {lines: 0, entries: 0};
	let isShown = false;
	const isWanted = () => !ended.aborted && (!isShown || store.getState().exporting?.id === id);
	async function* slices(): AsyncGenerator<string, void> {
		const rest = parts[Symbol.iterator]();
		for (let next = nextSlice(rest, progress); ; next = nextSlice(rest, progress)) {
			if (next.text !== '') yield next.text;
			if (next.isLast || !isWanted()) return;
			isShown = true;
			store.dispatch({type: 'exporting/moved', id, name, done: progress.lines / Math.max(1, lines)});
			await pause(clock, 1, ended).catch(() => {});
			if (!isWanted()) return;
		}
	}
	const saved = await files.save(name, slices(), isWanted);
	if (isShown && isWanted()) store.dispatch({type: 'exporting/ended'});
	if (!saved) notify(services, 'info', exportMessages.stopped);
	else if ('problem' in saved) return saved.problem;
	else notify(services, 'done', exportMessages.written(entriesText(progress.entries), saved.path));
	return undefined;
}

const entriesText = (count: number) => plural(count, 'entry', 'entries');

function nextSlice(rest: Iterator<Part>, progress: Progress): {text: string; isLast: boolean} {
	let text = '';
	for (let left = slice; left > 0;) {
		const {done, value} = rest.next();
		if (done === true) return {text, isLast: true};
		text += value.text;
		left -= value.cost;
		progress.lines += value.lines;
		progress.entries += value.entries;
	}
	return {text, isLast: false};
}
