import {commonMessages} from '../../messages/common.ts';
import {factMessages} from '../../messages/screens.ts';
import type {Fact} from './cells.ts';
import {isSensitive, secretText} from './open-facts.ts';
import {gap, joinMessages, message} from '../../messages/text.ts';

/** How a text of the record is shown, such as an id of a server with its name. */
export type Named = (text: string) => string;

/** A value whose shape is open, as `path: value` parts: nothing in it is left out. */
function partsOf(value: unknown, path: string, named: Named): {path: string; text: string}[] {
	if (Array.isArray(value)) {
		if (value.every(isPlain)) {
			return [{path, text: value.length === 0 ? '[]' : value.map(part => plainText(part, named)).join(', ')}];
		}
		return value.flatMap((part, index) => partsOf(part, joinPath(path, String(index + 1)), named));
	}
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value);
		if (entries.length === 0) return [{path, text: '{}'}];
		return entries.flatMap(([name, part]) => partsOf(part, joinPath(path, name), named));
	}
	return [{path, text: plainText(value, named)}];
}

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);
const isPlain = (value: unknown) => typeof value !== 'object' || value === null;

function plainText(value: unknown, named: Named): string {
	if (typeof value === 'string') return value === '' ? '""' : named(value);
	return String(value);
}

/** Addresses of webhooks are as good as passwords. */
const isHidden = (path: string) => isSensitive(path) || /webhook/i.test(path);

/** One row for each part, under a label that is before the first. */
export function outline(
	label: string,
	value: unknown,
	revealed: boolean,
	named: Named = text => text,
): Fact[] {
	if (value === undefined) return [{label, text: commonMessages.notSaid, tone: 'faint'}];
	return partsOf(value, '', named).map(({path, text}, index): Fact => {
		const shown = isHidden(path) ? secretText(text, revealed) : text;
		return {label: index === 0 ? label : '', text: path === '' ? shown : message`${path}: ${shown}`};
	});
}

/** One row for each step: its number and kind, then everything else that it says. */
export function stepsOutline(
	steps: readonly unknown[],
	revealed: boolean,
	named: Named = text => text,
): Fact[] {
	return steps.map((step, index): Fact => {
		const parts = partsOf(step, '', named);
		const kind = parts.find(({path}) => path === 'type') ?? parts.find(({path}) => path === 'kind');
		const rest = parts
			.filter(part => part !== kind)
			.map(({path, text}) => {
				const shown = isHidden(path) ? secretText(text, revealed) : text;
				return path === '' ? shown : message`${path}: ${shown}`;
			});
		return {label: factMessages.step(index + 1), text: joinMessages([kind?.text, ...rest], gap)};
	});
}
