import {nameOf} from '../../core/fleet-view.ts';
import type {Rect} from '../../core/layout.ts';
import type {State} from '../../core/state/index.ts';
import {emptyField, type TextField} from '../../core/text-field.ts';
import {cut, widthOf} from '../../lib/width.ts';

export type Prompt = {text: string; field: TextField; width: number};

/** The RCON line: it always names its target, `[ark-isl-1 41p] rcon> `, and what has been typed for it. */
export function promptOf({fleet, view}: Pick<State, 'fleet' | 'view'>, {width}: Pick<Rect, 'width'>): Prompt {
	const server = fleet.servers[view.selectedId ?? ''];
	const players = server?.onlinePlayers === undefined ? '' : ` ${Math.max(0, server.onlinePlayers)}p`;
	const name = server ? cut(nameOf(server), Math.max(8, Math.floor(width / 3)), 'middle') : 'no server';
	const text = `[${name}${players}] rcon> `;
	const field = view.drafts[view.selectedId ?? ''] ?? emptyField;
	return {text, field, width: Math.max(1, width - widthOf(text))};
}
