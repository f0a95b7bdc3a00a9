import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A heap rich in shared references: people with bosses, departments and friends, who are found by several indexes. Most of them are dominated by
 * something far above.
 */
public class HeapPeople {
    static final class Person {
        final String name;
        final Integer number;
        Person boss;
        Department department;
        final List<Person> friends = new ArrayList<>(2);

        Person(String name, int number) {
            this.name = name;
            this.number = number;
        }
    }

    static final class Department {
        final String name;
        Person head;
        final Set<Person> members = new HashSet<>();

        Department(String name) {
            this.name = name;
        }
    }

    static final Map<Integer, Person> BY_NUMBER = new HashMap<>();
    static final TreeMap<String, Person> BY_NAME = new TreeMap<>();
    static final List<Department> DEPARTMENTS = new ArrayList<>();

    public static void main(String[] arguments) throws Exception {
        // A person comes with a name and its bytes, a number, a list and its array, and with an entry in each of three indexes.
        int people = (int) (Long.parseLong(arguments[0]) / 9);
        Random random = new Random(7);
        List<Person> all = new ArrayList<>(people);
        for (int i = 0; i < people; i++) {
            Person person = new Person("person " + random.nextInt() + " " + i, i);
            if (i % 200 == 0) {
                DEPARTMENTS.add(new Department("department " + i));
            }
            person.department = DEPARTMENTS.get(random.nextInt(DEPARTMENTS.size()));
            person.department.members.add(person);
            if (person.department.head == null) {
                person.department.head = person;
            }
            person.boss = i == 0 ? null : all.get(random.nextInt(i));
            for (int friend = 0; friend < 2 && i > 0; friend++) {
                person.friends.add(all.get(random.nextInt(i)));
            }
            all.add(person);
            BY_NUMBER.put(person.number, person);
            BY_NAME.put(person.name, person);
        }
        all = null;
        System.out.println("ready");
        System.in.read();
    }
}
