import type {FormRequest} from '../app/kernel/dialog-id.ts';
import type {Menu, MenuItem} from '../app/kernel/menu.ts';
import type {Targets} from '../app/kernel/targets.ts';
import {renderLine} from './segments.ts';
import type {LineSession} from './session.ts';
import {lineQuestionMessages} from '../messages/line-mode-questions.ts';
import {lineMessages} from '../messages/line-mode.ts';

/** Items that need a screen. */
const screenOnly = new Set(['plain', 'screen']);

/**
Asks for an item of a menu by number, word or the TUI's letter, unless one is given, and chooses it. Returns the
form that asks for the rest, if any.
*/
export async function askChoice(
	{services, print, ask}: LineSession,
	menu: Menu,
	targets: Targets,
	presetId?: string,
): Promise<FormRequest | undefined | 'left'> {
	const {store, screens} = services;
	const itemsNow = () => menu.items(store.getState(), targets, screens).filter(({id}) => !screenOnly.has(id));
	const items = itemsNow();
	/** Finds the item by id: the items may have changed while the question was open. */
	const choose = ({id}: MenuItem): FormRequest | undefined | 'blocked' => {
		const item = itemsNow().find(one => one.id === id);
		if (item && item.blocked === undefined) return item.choose(services) ?? undefined;
		print(
			item?.blocked === undefined
				? lineQuestionMessages.noLongerOffered
				: lineMessages.warning(renderLine(item.blocked)),
		);
		return 'blocked';
	};
	const known = items.find(({id}) => id === presetId);
	if (known) {
		const request = choose(known);
		return request === 'blocked' ? 'left' : request;
	}
	if (items.length === 0) return 'left';
	if (presetId !== undefined) print(lineQuestionMessages.notOffered(presetId));
	print(
		lineMessages.question(menu.title(store.getState(), targets)),
		items.map(({label, blocked}, index) => {
			const why = blocked === undefined ? '' : lineQuestionMessages.notNow(renderLine(blocked));
			return `${index + 1}, ${renderLine(label)}${why}`;
		}),
	);
	for (;;) {
		const answer = await ask({
			prompt: lineQuestionMessages.whichPrompt,
			offers: items.map(({label}) => renderLine(label)),
		});
		if (answer === undefined || answer.trim() === '') return 'left';
		const item = itemFor(items, answer);
		const request = item ? choose(item) : 'blocked';
		if (!item) print(lineQuestionMessages.whichUnclear(answer.trim()));
		if (request !== 'blocked') return request;
	}
}

function itemFor(items: readonly MenuItem[], answer: string): MenuItem | undefined {
	const wanted = answer.trim().toLowerCase();
	if (/^\d+$/.test(wanted)) return items[Number(wanted) - 1];
	const labelOf = ({label}: MenuItem) => renderLine(label).toLowerCase();
	const exact =
		items.find(item => item.id === wanted || labelOf(item) === wanted) ??
		items.find(({key}) => key === answer.trim());
	const begins = items.filter(item => labelOf(item).startsWith(wanted));
	return exact ?? (begins.length === 1 ? begins[0] : undefined);
}
