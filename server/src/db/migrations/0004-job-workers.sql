-- Which queue worker belongs to which living process, so that jobs of a killed process are freed at once.
create table job_worker (
  worker_id text primary key,
  process_key int not null
);
