import {expect} from 'vitest';
import type {Fleet} from '../../../src/demo/fleet.ts';
import {withAutomations} from '../../helpers/automations.ts';
import {openSourceServer, sourceGames} from '../../service/console/servers/source-server.ts';
import type {Rcondeck} from '../../cli/in-process.ts';
import type {openService} from '../shipped.ts';

export type Service = Awaited<ReturnType<typeof openService>>;
export type Case = {
	args: readonly string[];
	stdin?: (service: Service) => string;
	env?: Record<string, string>;
	/** Runs first, and may return additional arguments. */
	before?: (rcondeck: Rcondeck, service: Service) => Promise<string[] | void>;
	/** The expected stdout, parsed with `--json`; default: empty. */
	out?: unknown;
	err?: RegExp;
	/** The expected request that changes something. */
	asks?: string;
	/** Repaints its input, but not on a terminal that can only print. */
	repaints?: true;
	/** Interrupts the command when stdout contains this text. */
	until?: string;
	/** The expected exit code; default: 130 if interrupted, else 0. */
	code?: number;
	/** Runs when stderr reports that the feed is live. */
	whenLive?: (rcondeck: Rcondeck) => Promise<unknown>;
	after?: (rcondeck: Rcondeck) => void | Promise<void>;
};

export const text = (shape: RegExp): unknown => expect.stringMatching(shape);

export const fleet: Fleet = {
	...withAutomations,
	team: {
		...withAutomations.team,
		members: [
			...withAutomations.team.members,
			{id: 'joe', name: 'Joe', email: 'joe@guild.example', permissions: []},
		],
	},
};

/** A game on a free port, which it returns. */
export async function aMinecraft({atEnd}: Rcondeck): Promise<number> {
	const answer = () => 'There are 1 of a max of 20 players online: Alice';
	const game = await openSourceServer({password: 'secret', answer}, sourceGames.minecraft);
	atEnd(game.close);
	return game.port;
}

export const inDocument = (plural: string, ...items: object[]) => ({schema: 1, [plural]: items});
