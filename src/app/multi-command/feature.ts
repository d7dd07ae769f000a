import type {Feature} from '../kernel/state/feature.ts';
import {resultCommands} from './result-commands.ts';

export const multiCommandFeature: Feature = {id: 'multi-command', commands: resultCommands};
