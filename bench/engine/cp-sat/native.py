"""Solves a CP-SAT model (text format, standard input) and prints what it found as one line of JSON.

Arguments: CPU seconds of all threads together, how many threads search, other parameters (text format).
"""

import json
import resource
import sys
import threading
import time

from ortools.sat.python import cp_model_helper as cp_sat


class FirstSolution(cp_sat.SolutionCallback):
    """When the first solution was found, in CPU seconds of this process."""

    seconds = None

    def OnSolutionCallback(self):
        if self.seconds is None:
            self.seconds = time.process_time()


def main():
    limit, workers = float(sys.argv[1]), int(sys.argv[2])
    model = cp_sat.CpModelProto()
    model.parse_text_format(sys.stdin.read())
    parameters = cp_sat.SatParameters()
    parameters.merge_text_format(sys.argv[3])
    parameters.num_workers = workers
    solver = cp_sat.SolveWrapper()
    solver.set_parameters(parameters)
    first = FirstSolution()
    solver.add_solution_callback(first)
    began = time.process_time()
    is_over = threading.Event()

    def stop_in_time():
        while not is_over.wait(0.02):
            if time.process_time() - began >= limit:
                solver.stop_search()

    threading.Thread(target=stop_in_time, daemon=True).start()
    response = solver.solve(model)
    is_over.set()
    result = {
        "status": response.status.name,
        "solution": list(response.solution),
        "bound": response.best_objective_bound,
        "cpu_seconds": time.process_time() - began,
        "first_seconds": None if first.seconds is None else first.seconds - began,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }
    print(json.dumps(result))


main()
