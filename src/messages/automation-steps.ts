import type {StepProblem} from '../contract/automation-steps.ts';

/** Says why a step cannot work, as the end of a sentence. */
export function stepProblemText(problem: StepProblem): string {
	switch (problem.kind) {
		case 'unknownType':
			return `unknown step type ${problem.type}; the local service fails it when it runs`;
		case 'onlyHosted':
			return `the local service cannot post to Discord; use NOTIFY, or alerts with a webhook`;
		case 'unknownField':
			return `${problem.type} has no field "${problem.field}"; it is ignored`;
		case 'missing':
			return `${problem.type} needs the field "${problem.field}"`;
	}
}
