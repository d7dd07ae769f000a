import type {Feature} from '../kernel/state/feature.ts';
import {handoverCommands} from './handover-commands.ts';
import {rememberStates} from './remember-states.ts';

export const handoverFeature: Feature = {
	id: 'handover',
	commands: handoverCommands,
	effects: [rememberStates],
};
