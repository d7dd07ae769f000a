import {commonMessages, gap, joinMessages, message} from '../../../messages/text.ts';
import {stepText} from '../../../messages/automation-steps.ts';
import {factMessages} from '../../../messages/screens.ts';
import type {Fact} from '../text/spans.ts';
import {isPlain, isSensitive, secretText} from './open-facts.ts';

/** Returns how to display a text of the record, such as the id of a server as its name. */
export type DisplayText = (text: string) => string;

/** Flattens a value of open shape into `path: value` parts; nothing is left out. */
function partsOf(value: unknown, path: string, named: DisplayText): {path: string; text: string}[] {
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

function plainText(value: unknown, named: DisplayText): string {
	if (typeof value === 'string') return value === '' ? '""' : named(value);
	return String(value);
}

/** A webhook's address is as sensitive as a password. */
const isHidden = (path: string) => isSensitive(path) || /webhook/i.test(path);

/** Returns one row per part, with the label on the first. */
export function outline(
	label: string,
	value: unknown,
	revealed: boolean,
	named: DisplayText = text => text,
): Fact[] {
	if (value === undefined) return [{label, text: commonMessages.notReported, tone: 'faint'}];
	return partsOf(value, '', named).map(({path, text}, index): Fact => {
		const shown = isHidden(path) ? secretText(text, revealed) : text;
		return {label: index === 0 ? label : '', text: path === '' ? shown : message`${path}: ${shown}`};
	});
}

/** Returns one row per step: in words, or its kind, then everything else in it. */
export function stepsOutline(
	steps: readonly unknown[],
	revealed: boolean,
	named: DisplayText = text => text,
): Fact[] {
	return steps.map((step, index): Fact => {
		const words = stepText(step);
		if (words !== undefined) return {label: factMessages.step(index + 1), text: words};
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
