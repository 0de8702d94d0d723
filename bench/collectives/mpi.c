// The same of MPI: mpirun -n SIZE bench_mpi BYTES REPETITIONS
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int Compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int count = atoi(argv[1]) / 4, repetitions = atoi(argv[2]);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  float* const send = calloc(count, 4);
  float* const receive = calloc(count, 4);
  double* const times = calloc(repetitions, sizeof(double));
  for (int i = -2; i < repetitions; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    MPI_Allreduce(send, receive, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    if (i >= 0) times[i] = (MPI_Wtime() - begin) * 1e6;
  }
  qsort(times, repetitions, sizeof(double), Compare);
  if (rank == 0) printf("%.1f\n", times[repetitions / 2]);
  MPI_Finalize();
  return 0;
}
